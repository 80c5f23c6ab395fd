/* Random games of Sintra by hand in C, for comparison. It has the same rules, the same order of
   actions and the same random numbers as src/ludotheque/games/sintra/rules, so every game gives
   the same result. Two to four players, both sides, no options, our box.
   Build: cc -O3 -march=native -shared -fPIC sintra.c -o sintra.so */
#include <stdint.h>
#include <string.h>

enum { PLAYERS = 4, SLOTS = 8, COLOURS = 5, ROUNDS = 6, CENTRE = 9, SOURCES = 10, JOKER = 5, GONE = 2, NONE = -1 };
enum { CHANCE = -1, OVER = -2 };
enum { SETUP, FILL, TURN, PLACE, JOKERS, PANE, FINISHED };
enum { TAKE_ID = 0, RESET_ID = 50, STRIP_ID = 51, JOKER_ID = 59, PANE_ID = 62, ACTIONS = 67 };

typedef struct {
    int to_act, phase, players, side, laid, round, tile_seat, tile_in_centre, out, hand, hand_colour;
    int8_t indicator[ROUNDS], bag[COLOURS], tower[COLOURS], source[SOURCES][COLOURS];
    int8_t strip[PLAYERS][SLOTS], face[PLAYERS][SLOTS], empty[PLAYERS][SLOTS][COLOURS + 1], placed[PLAYERS][SLOTS][COLOURS];
    int8_t panes[PLAYERS][SLOTS], window[PLAYERS][SLOTS][2], glazier[PLAYERS], broken[PLAYERS];
    int16_t score[PLAYERS], lost[PLAYERS], ledger[PLAYERS][8];
} State;

typedef struct { uint32_t key, stream, drawn; } Random;

static const int8_t PATTERN[8][2][6] = {
    {{3, 2, 0, 0, 0, 0}, {1, 0, 4, 0, 0, 0}}, {{0, 3, 2, 0, 0, 0}, {0, 1, 0, 4, 0, 0}}, {{0, 0, 3, 2, 0, 0}, {0, 0, 1, 0, 4, 0}},
    {{0, 0, 0, 3, 2, 0}, {4, 0, 0, 1, 0, 0}}, {{2, 0, 0, 0, 3, 0}, {0, 4, 0, 0, 1, 0}}, {{2, 0, 2, 0, 1, 0}, {1, 2, 0, 2, 0, 0}},
    {{0, 1, 2, 0, 2, 0}, {2, 0, 1, 2, 0, 0}}, {{0, 2, 0, 1, 2, 0}, {1, 0, 1, 1, 0, 2}}};
static const int8_t FACTORIES[5] = {0, 0, 5, 7, 9}, VALUE[8] = {4, 3, 3, 2, 2, 1, 1, 2};
static const int8_t LOST[9] = {0, 1, 2, 4, 6, 8, 11, 14, 18}, ORNAMENT[5] = {0, 0, 3, 6, 10};

static inline int below(Random *r, int n) {
    uint32_t low = r->drawn++, high = r->stream, key = r->key;
    for (int i = 0; i < 10; i++) {
        uint64_t product = (uint64_t)low * 0xD256D193u;
        low = (uint32_t)(product >> 32) ^ key ^ high;
        high = (uint32_t)product;
        key += 0x9E3779B9u;
    }
    return (int)(((uint64_t)low * (uint32_t)n) >> 32);
}
static inline int lesser(int a, int b) { return a < b ? a : b; }

/* --- set-up and filling */
static void begin(State *s, int players, int side) {
    memset(s, 0, sizeof *s);
    s->players = players; s->side = side; s->round = 1; s->phase = SETUP; s->to_act = CHANCE;
    s->tile_seat = NONE; s->hand_colour = NONE;
    memset(s->bag, 19, sizeof s->bag);
    memset(s->indicator, NONE, sizeof s->indicator);
    memset(s->window, NONE, sizeof s->window);
    memset(s->strip, NONE, sizeof s->strip);
    memset(s->face, GONE, sizeof s->face);
}
static void lay(State *s, int p, int k, int face) {
    s->face[p][k] = face;
    memset(s->placed[p][k], 0, COLOURS);
    memcpy(s->empty[p][k], PATTERN[s->strip[p][k]][face], COLOURS + 1);
}
static int bag_is_empty(const State *s) {
    for (int c = 0; c < COLOURS; c++) if (s->bag[c]) return 0;
    return 1;
}
static void pour(State *s) { memcpy(s->bag, s->tower, COLOURS); memset(s->tower, 0, COLOURS); }
static void start_round(State *s) { s->tile_in_centre = 1; s->phase = TURN; s->to_act = s->tile_seat; }
static int outcomes(const State *s) {
    if (s->phase == SETUP && s->laid < 1) return s->players;
    if (s->phase == SETUP && s->laid < 1 + SLOTS * s->players) return 2 * SLOTS;
    return COLOURS;
}
static int weight(const State *s, int o) {
    if (s->phase == FILL) return s->bag[o];
    if (s->laid < 1) return 1;
    int space = s->laid - 1 - SLOTS * s->players;
    if (space < 0) {
        int p = (s->laid - 1) / SLOTS, k = (s->laid - 1) % SLOTS;
        for (int i = 0; i < k; i++) if (s->strip[p][i] == o / 2) return 0;
        if (PATTERN[o / 2][o % 2][JOKER]) return 0;
        return PATTERN[o / 2][1 - o % 2][JOKER] ? 2 : 1;
    }
    if (space == 5) return s->bag[o];
    for (int i = 0; i < space; i++) if (s->indicator[1 + i] == o) return 0;
    return 1;
}
static void happen(State *s, int o) {
    if (s->phase == FILL) {
        s->bag[o]--; s->source[s->out / 4][o]++; s->out++;
        if (s->out == 4 * FACTORIES[s->players]) start_round(s);
        else if (bag_is_empty(s)) { pour(s); if (bag_is_empty(s)) start_round(s); }
        return;
    }
    int space = s->laid - 1 - SLOTS * s->players;
    if (s->laid < 1) s->tile_seat = o;
    else if (space < 0) {
        int p = (s->laid - 1) / SLOTS, k = (s->laid - 1) % SLOTS;
        s->strip[p][k] = o / 2;
        lay(s, p, k, o % 2);
    } else if (space < 5) s->indicator[1 + space] = o;
    else { s->indicator[0] = o; s->bag[o]--; s->phase = FILL; }
    s->laid++;
}

/* --- legal actions */
static int leftmost(const State *s, int p) {
    for (int k = 0; k < SLOTS; k++) if (s->face[p][k] != GONE) return k;
    return SLOTS;
}
static inline int matching(const State *s, int p, int k) { return s->empty[p][k][s->hand_colour] + s->empty[p][k][JOKER]; }
static int legal(const State *s, int *actions) {
    int n = 0, p = s->to_act;
    if (p < 0) return 0;
    if (s->phase == TURN) {
        const int8_t *panes = &s->source[0][0];
        for (int a = 0; a < RESET_ID; a++) { actions[n] = a; n += panes[a] > 0; }
        int k = leftmost(s, p);
        if (k < SLOTS && s->glazier[p] != k) actions[n++] = RESET_ID;
    } else if (s->phase == PLACE) {
        for (int k = s->glazier[p]; k < SLOTS; k++) { actions[n] = STRIP_ID + k; n += s->face[p][k] != GONE && matching(s, p, k) > 0; }
    } else if (s->phase == JOKERS) {
        int k = s->glazier[p], placed = lesser(s->hand, matching(s, p, k));
        for (int j = 0; j < 3; j++)
            if (placed - s->empty[p][k][s->hand_colour] <= j && j <= lesser(s->empty[p][k][JOKER], placed)) actions[n++] = JOKER_ID + j;
    } else
        for (int c = 0; c < COLOURS; c++) if (s->placed[p][s->glazier[p]][c]) actions[n++] = PANE_ID + c;
    return n;
}

/* --- a turn */
enum { S35 = 1, S37, S43, S45, S51, S52, S53 };
static void gain(State *s, int p, int line, int points) { s->score[p] += points; s->ledger[p][line] += points; }
static void lose(State *s, int p, int line, int points) { s->lost[p] += points; gain(s, p, line, -points); }
static void step_down(State *s, int p) { if (++s->broken[p] == 8) { s->broken[p] = 0; lose(s, p, S43, 18); } }
static void break_hand(State *s, int p) {
    if (s->hand) s->tower[s->hand_colour] += s->hand;
    for (int i = 0; i < s->hand; i++) step_down(s, p);
    s->hand = 0; s->hand_colour = NONE;
}
static int is_complete(const State *s, int p, int k) {
    for (int c = 0; c <= COLOURS; c++) if (s->empty[p][k][c]) return 0;
    return 1;
}
static void score_end(State *s, int p) {
    int left = 0, points = 0;
    for (int k = 0; k < SLOTS; k++) for (int c = 0; c < COLOURS; c++) left += s->placed[p][k][c];
    gain(s, p, S51, left / 3);
    lose(s, p, S52, LOST[s->broken[p]]);
    if (s->side == 0) for (int k = 0; k < SLOTS; k += 2) points += ORNAMENT[s->panes[p][k] + s->panes[p][k + 1]];
    else {
        int completed = 0, most = 0;
        for (int k = 0; k < SLOTS; k++) completed += s->panes[p][k] == 2;
        for (int c = 0; c < COLOURS; c++) {
            int n = 0;
            for (int k = 0; k < SLOTS; k++) for (int i = 0; i < 2; i++) n += s->window[p][k][i] == c;
            if (n > most) most = n;
        }
        points = completed * most;
    }
    gain(s, p, S53, points);
}
static void end_turn(State *s) {
    s->phase = TURN;
    s->to_act = (s->to_act + 1) % s->players;
    if (s->out) return;
    s->tower[s->indicator[s->round - 1]]++;
    if (s->round == ROUNDS) {
        for (int p = 0; p < s->players; p++) score_end(s, p);
        s->phase = FINISHED; s->to_act = OVER;
        return;
    }
    s->round++; s->tile_in_centre = 0; s->phase = FILL; s->to_act = CHANCE;
    if (bag_is_empty(s)) pour(s);
}
static void act(State *s, int a) {
    int p = s->to_act, k = s->glazier[p];
    if (s->phase == TURN) {
        if (a == RESET_ID) { s->glazier[p] = leftmost(s, p); end_turn(s); return; }
        int f = a / COLOURS, c = a % COLOURS;
        s->hand = s->source[f][c]; s->hand_colour = c; s->source[f][c] = 0; s->out -= s->hand;
        if (f != CENTRE) for (int o = 0; o < COLOURS; o++) { s->source[CENTRE][o] += s->source[f][o]; s->source[f][o] = 0; }
        else if (s->tile_in_centre) { s->tile_in_centre = 0; s->tile_seat = p; step_down(s, p); }
        s->phase = PLACE;
    } else if (s->phase == PLACE) {
        if (a < 0) { break_hand(s, p); end_turn(s); return; }
        s->glazier[p] = a - STRIP_ID; s->phase = JOKERS;
    } else if (s->phase == JOKERS) {
        int placed = lesser(s->hand, matching(s, p, k)), jokers = a - JOKER_ID;
        s->empty[p][k][s->hand_colour] -= placed - jokers;
        s->empty[p][k][JOKER] -= jokers;
        s->placed[p][k][s->hand_colour] += placed;
        s->hand -= placed;
        break_hand(s, p);
        if (!is_complete(s, p, k)) { end_turn(s); return; }
        gain(s, p, S35, s->placed[p][k][s->indicator[s->round - 1]]);
        s->phase = PANE;
    } else {
        int c = a - PANE_ID, points = VALUE[k];
        s->placed[p][k][c]--;
        for (int o = 0; o < COLOURS; o++) s->tower[o] += s->placed[p][k][o];
        s->window[p][k][s->panes[p][k]++] = c;
        if (s->panes[p][k] == 1) lay(s, p, k, 1 - s->face[p][k]);
        else { s->strip[p][k] = NONE; s->face[p][k] = GONE; memset(s->placed[p][k], 0, COLOURS); }
        for (int r = k + 1; r < SLOTS; r++) if (s->panes[p][r]) points += VALUE[r];
        gain(s, p, S37, points);
        end_turn(s);
    }
}
static void settle(State *s) {
    int actions[ACTIONS];
    while (s->to_act >= 0 && s->phase != TURN) {
        int n = legal(s, actions);
        if (n > 1) return;
        act(s, n ? actions[0] : -1);
    }
}
static void deal(State *s, Random *r) {
    while (s->to_act == CHANCE) {
        int n = outcomes(s), total = 0, o = 0;
        for (int i = 0; i < n; i++) total += weight(s, i);
        int left = below(r, total);
        while ((left -= weight(s, o)) >= 0) o++;
        happen(s, o);
    }
}

/* A row of results: decisions, then score and victory of each seat. */
static void play(int players, int side, uint32_t seed, int game, int64_t *row) {
    State st, *s = &st;
    int actions[ACTIONS], decisions = 0;
    Random r = {seed, (uint32_t)game, 0};
    begin(s, players, side);
    deal(s, &r);
    while (s->to_act != OVER) {
        act(s, actions[below(&r, legal(s, actions))]);
        settle(s);
        deal(s, &r);
        decisions++;
    }
    row[0] = decisions;
    for (int p = 0; p < players; p++) {
        row[1 + 2 * p] = s->score[p];
        row[2 + 2 * p] = 1;
        for (int o = 0; o < players; o++)
            if (s->score[o] > s->score[p] || (s->score[o] == s->score[p] && s->lost[o] < s->lost[p])) row[2 + 2 * p] = 0;
    }
}

#ifdef __CUDACC__ /* bench/gpu.py compiles this file for the GPU: one thread a game */
extern "C" __global__ void run(int players, int side, uint32_t seed, int games, int64_t *rows) {
    for (int g = blockIdx.x * blockDim.x + threadIdx.x; g < games; g += gridDim.x * blockDim.x)
        play(players, side, seed, g, rows + (int64_t)g * (1 + 2 * players));
}
#else
void run(int players, int side, uint32_t seed, int games, int64_t *rows) {
    for (int g = 0; g < games; g++) play(players, side, seed, g, rows + (int64_t)g * (1 + 2 * players));
}
#endif
