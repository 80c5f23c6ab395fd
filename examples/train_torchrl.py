"""Trains a masked policy with TorchRL's losses on the vector environment: 64 games of Sintra against random bots.

    pip install "ludotheque[train]" torchrl
    python examples/train_torchrl.py --updates 50

The environment gives rows of whole games; TorchRL's PPO loss and advantages do the rest.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import ludotheque.env  # noqa: F401 (registers the games)

GAMES, STEPS, EPOCHS = 64, 32, 3


def networks(numbers: int, actions: int) -> tuple[ProbabilisticActor, ValueOperator]:
    """The policy, which never draws an illegal action, and the value of a row."""
    body = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, actions))
    wishes = TensorDictModule(body, in_keys=["observation"], out_keys=["logits"])
    actor = ProbabilisticActor(
        wishes, in_keys={"logits": "logits", "mask": "mask"}, distribution_class=MaskedCategorical, return_log_prob=True
    )
    value = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, 1))
    return actor, ValueOperator(value, in_keys=["observation"])


def seen(rows: np.ndarray, infos: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    """Observations and masks as tensors. Where a game is over any action will do: it restarts."""
    mask = torch.from_numpy(infos["action_mask"]).bool()
    mask[~mask.any(dim=1)] = True
    return {"observation": torch.from_numpy(rows).float() / 5, "mask": mask}


def train(updates: int, seed: int = 1, learning_rate: float = 1e-3) -> list[float]:
    """Trains; returns the mean reward of the games that ended in each update."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec("ludotheque/Sintra-v2", num_envs=GAMES, opponents=["random"])
    rows, infos = envs.reset(seed=seed)
    actor, critic = networks(rows.shape[1], infos["action_mask"].shape[1])
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=learning_rate)
    means = []
    for _ in range(updates):
        steps, results = [], []
        for _ in range(STEPS):
            step = TensorDict(seen(rows, infos), batch_size=[GAMES])
            with torch.no_grad():
                actor(step)
            rows, rewards, over, _, infos = envs.step(step["action"].numpy())
            results += rewards[over].tolist()
            ended = torch.from_numpy(over)[:, None]
            gained = {"reward": torch.from_numpy(rewards).float()[:, None], "done": ended, "terminated": ended}
            step["next"] = TensorDict(seen(rows, infos) | gained, batch_size=[GAMES])
            steps.append(step)
        data = torch.stack(steps, dim=1)
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(data)
            losses = loss_of(data.reshape(-1))
            optimizer.zero_grad()
            sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
            optimizer.step()
        means.append(float(np.mean(results)) if results else 0.0)
    return means


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=50)
    for number, mean in enumerate(train(parser.parse_args().updates), 1):
        print(f"update {number}: mean reward {mean:+.2f}")
