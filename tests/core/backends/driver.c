/* Plays the games of a file on a library: driver LIBRARY FILE. Prints a digest (FNV-1a, 64 bits) of each final state.

   The file holds words of 64 bits: the number of games, the lengths of a state, of the rest, of a row, of the log and of
   the tally, and the number of seats; then the states, the rest, and a generator for each game. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int64_t word;
typedef word random_play(word *state, word *rest, word *draft, word seats, word *rng, word rng_length, word *row,
                         word row_length, word *log, word log_length, word *tally, word tally_length, word most);

static word *room(word count, FILE *file)
{
    word *words = calloc(count, sizeof *words);
    if (words == NULL || (file != NULL && fread(words, sizeof *words, count, file) != (size_t)count))
        exit(3);
    return words;
}

static uint64_t fnv(const unsigned char *bytes, size_t count)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t at = 0; at < count; at++)
        hash = (hash ^ bytes[at]) * 1099511628211u;
    return hash;
}

int main(int count, char **words)
{
    void *library = count == 3 ? dlopen(words[1], RTLD_NOW) : NULL;
    FILE *file = count == 3 ? fopen(words[2], "rb") : NULL;
    if (library == NULL || file == NULL)
        return 2;
    word *head = room(7, file);
    word games = head[0], length = head[1];
    word *states = room(games * length, file), *rest = room(head[2], file), *rngs = room(games, file);
    random_play *play = (random_play *)dlsym(library, "joute_random_play");
    word *draft = room(length, NULL), *row = room(head[3], NULL), *log = room(head[4], NULL), *tally = room(head[5], NULL);
    for (word game = 0; game < games; game++) {
        word *state = states + game * length;
        for (word at = 0; at < length; at++)
            draft[at] = state[at];
        if (play(state, rest, draft, head[6], rngs + game, 1, row, head[3], log, head[4], tally, head[5], (word)1 << 62))
            return 4;
    }
    for (word game = 0; game < games; game++)
        printf("%016llx\n", (unsigned long long)fnv((unsigned char *)(states + game * length), length * sizeof(word)));
    return 0;
}
