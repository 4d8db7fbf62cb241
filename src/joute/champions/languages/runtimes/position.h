// @POSITIONS@ An order is a row of up to JOUTE_ORDER numbers; a list of orders has the length of each before it.
#define JOUTE_ORDER @ROW@
typedef struct joute_position joute_position;
/// @position@ Free it with joute_position_free.
joute_position* joute_position_new(void);
void joute_position_free(joute_position* p);
/// @give@
int joute_give(const int* orders, int length);
/// @p.copy@
joute_position* joute_position_copy(const joute_position* p);
/// @p.become@
void joute_position_become(joute_position* p, const joute_position* other);
/// @p.enter@
void joute_position_enter(joute_position* p);
void joute_position_leave(void);
/// @p.turn@
int joute_position_turn(const joute_position* p);
/// @p.over@
bool joute_position_over(const joute_position* p);
/// @p.seats@
int joute_position_seats(const joute_position* p);
/// @p.asked@
bool joute_position_asked(const joute_position* p, int seat);
/// @p.seat@
int joute_position_seat(const joute_position* p);
/// @p.play_as@
void joute_position_play_as(joute_position* p, int seat);
/// @p.sample@ Its length.
int joute_position_sample(joute_position* p, int* order);
/// @p.check@
int joute_position_check(joute_position* p, const int* order, int length);
/// @p.act@
int joute_position_act(joute_position* p, const int* order, int length);
/// @p.random_turn@
int joute_position_random_turn(joute_position* p);
/// @p.orders@ How many numbers there are, of which no more than `room` are written.
int joute_position_orders(const joute_position* p, int* orders, int room);
/// @p.determinise@
void joute_position_determinise(joute_position* p);
/// @p.end@
void joute_position_end(joute_position* p);
/// @p.end_random@
void joute_position_end_random(joute_position* p);
/// @p.end_with@
void joute_position_end_with(joute_position* p, void (*play)(joute_position* p, void* data), void* data);
/// @others@ How many there are.
int joute_position_others(const joute_position* p, int* seats);
/// @bytes@
long joute_position_bytes(const joute_position* p);
/// @p.score@
long joute_position_score(joute_position* p, int seat);
/// @p.rank@
int joute_position_rank(joute_position* p, int seat);
/// @p.rollout@
long joute_position_rollout(joute_position* p, long phases);
/// @seed@
void joute_position_seed(long number);
