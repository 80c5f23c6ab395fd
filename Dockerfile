# The server with PostgreSQL's driver. `docker compose up` starts it with a database and a reverse proxy.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE NOTICE constraints.txt ./
COPY src ./src
RUN python -m venv /opt/ludotheque && /opt/ludotheque/bin/pip install --no-cache-dir --constraint constraints.txt ".[postgres]"

FROM python:3.12-slim
RUN useradd --system --create-home --home-dir /var/lib/ludotheque ludotheque \
 && mkdir /var/cache/ludotheque && chown ludotheque /var/cache/ludotheque
COPY --from=build /opt/ludotheque /opt/ludotheque
USER ludotheque
ENV PATH=/opt/ludotheque/bin:$PATH \
    LUDOTHEQUE_DATA=/var/lib/ludotheque LUDOTHEQUE_CACHE=/var/cache/ludotheque LUDOTHEQUE_HOST=0.0.0.0
VOLUME ["/var/lib/ludotheque", "/var/cache/ludotheque"]
EXPOSE 8000
HEALTHCHECK --interval=5s --start-period=60s CMD python -c "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health', timeout=3)"
CMD ["ludotheque", "serve", "--port", "8000", "--log-format", "json"]
