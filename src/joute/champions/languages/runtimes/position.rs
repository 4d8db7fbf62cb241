/// @POSITIONS@ An order is a row of numbers.
pub mod joute {
    use std::ffi::c_void;

    pub type Order = Vec<i32>;

    extern "C" {
        fn joute_position_new() -> *mut c_void;
        fn joute_position_free(p: *mut c_void);
        fn joute_give(orders: *const i32, length: i32) -> i32;
        fn joute_position_copy(p: *const c_void) -> *mut c_void;
        fn joute_position_become(p: *mut c_void, other: *const c_void);
        fn joute_position_enter(p: *mut c_void);
        fn joute_position_leave();
        fn joute_position_turn(p: *const c_void) -> i32;
        fn joute_position_over(p: *const c_void) -> bool;
        fn joute_position_seats(p: *const c_void) -> i32;
        fn joute_position_asked(p: *const c_void, seat: i32) -> bool;
        fn joute_position_seat(p: *const c_void) -> i32;
        fn joute_position_play_as(p: *mut c_void, seat: i32);
        fn joute_position_sample(p: *mut c_void, order: *mut i32) -> i32;
        fn joute_position_check(p: *mut c_void, order: *const i32, length: i32) -> i32;
        fn joute_position_act(p: *mut c_void, order: *const i32, length: i32) -> i32;
        fn joute_position_random_turn(p: *mut c_void) -> i32;
        fn joute_position_orders(p: *const c_void, orders: *mut i32, room: i32) -> i32;
        fn joute_position_determinise(p: *mut c_void);
        fn joute_position_end(p: *mut c_void);
        fn joute_position_end_random(p: *mut c_void);
        fn joute_position_others(p: *const c_void, seats: *mut i32) -> i32;
        fn joute_position_score(p: *const c_void, seat: i32) -> i64;
        fn joute_position_rank(p: *const c_void, seat: i32) -> i32;
        fn joute_position_rollout(p: *mut c_void, phases: i64) -> i64;
        fn joute_position_seed(number: i64);
    }

    pub struct Position(*mut c_void);

    struct Inside;

    impl Drop for Inside {
        fn drop(&mut self) {
            unsafe { joute_position_leave() }
        }
    }

    /// @position@
    pub fn position() -> Position {
        unsafe { Position(joute_position_new()) }
    }

    /// @give@
    pub fn give(orders: &[Order]) -> i32 {
        let mut all = Order::new();
        for order in orders {
            all.push(order.len() as i32);
            all.extend(order);
        }
        unsafe { joute_give(all.as_ptr(), all.len() as i32) }
    }

    /// @seed@
    pub fn seed(number: i64) {
        unsafe { joute_position_seed(number) }
    }

    impl Clone for Position {
        /// @p.copy@
        fn clone(&self) -> Position {
            unsafe { Position(joute_position_copy(self.0)) }
        }
        fn clone_from(&mut self, other: &Position) {
            self.become_(other)
        }
    }

    impl Drop for Position {
        fn drop(&mut self) {
            unsafe { joute_position_free(self.0) }
        }
    }

    impl Position {
        /// @p.become@
        pub fn become_(&mut self, other: &Position) {
            unsafe { joute_position_become(self.0, other.0) }
        }

        /// @p.enter@ It is left at the end of `run`.
        pub fn enter<T>(&mut self, run: impl FnOnce(&mut Position) -> T) -> T {
            unsafe { joute_position_enter(self.0) }
            let _inside = Inside;
            run(self)
        }

        /// @p.turn@
        pub fn turn(&self) -> i32 {
            unsafe { joute_position_turn(self.0) }
        }

        /// @p.over@
        pub fn over(&self) -> bool {
            unsafe { joute_position_over(self.0) }
        }

        /// @p.seats@
        pub fn seats(&self) -> i32 {
            unsafe { joute_position_seats(self.0) }
        }

        /// @p.asked@
        pub fn asked(&self, seat: i32) -> bool {
            unsafe { joute_position_asked(self.0, seat) }
        }

        /// @p.seat@
        pub fn seat(&self) -> i32 {
            unsafe { joute_position_seat(self.0) }
        }

        /// @p.play_as@
        pub fn play_as(&mut self, seat: i32) -> &mut Position {
            unsafe { joute_position_play_as(self.0, seat) }
            self
        }

        /// @p.sample@
        pub fn sample(&mut self) -> Order {
            let mut order = vec![0; @ROW@];
            let length = unsafe { joute_position_sample(self.0, order.as_mut_ptr()) };
            order.truncate(length as usize);
            order
        }

        /// @p.check@
        pub fn check(&mut self, order: &[i32]) -> i32 {
            unsafe { joute_position_check(self.0, order.as_ptr(), order.len() as i32) }
        }

        /// @p.act@
        pub fn act(&mut self, order: &[i32]) -> i32 {
            unsafe { joute_position_act(self.0, order.as_ptr(), order.len() as i32) }
        }

        /// @p.random_turn@
        pub fn random_turn(&mut self) -> i32 {
            unsafe { joute_position_random_turn(self.0) }
        }

        /// @p.orders@
        pub fn orders(&self) -> Vec<Order> {
            let length = unsafe { joute_position_orders(self.0, std::ptr::null_mut(), 0) };
            let mut all = vec![0; length as usize];
            unsafe { joute_position_orders(self.0, all.as_mut_ptr(), length) };
            let (mut orders, mut at) = (Vec::new(), 0);
            while at < all.len() {
                let end = at + 1 + all[at] as usize;
                orders.push(all[at + 1..end].to_vec());
                at = end;
            }
            orders
        }

        /// @p.determinise@
        pub fn determinise(&mut self) -> &mut Position {
            unsafe { joute_position_determinise(self.0) }
            self
        }

        /// @p.end@
        pub fn end(&mut self) {
            unsafe { joute_position_end(self.0) }
        }

        /// @p.end_random@
        pub fn end_random(&mut self) {
            unsafe { joute_position_end_random(self.0) }
        }

        /// @p.end_with@
        pub fn end_with(&mut self, mut play: impl FnMut(&mut Position)) {
            let mut seats = vec![0; self.seats() as usize];
            let count = unsafe { joute_position_others(self.0, seats.as_mut_ptr()) };
            let own = self.seat();
            for seat in &seats[..count as usize] {
                self.play_as(*seat).enter(&mut play);
            }
            self.play_as(own).end();
        }

        /// @p.score@
        pub fn score(&self, seat: i32) -> i64 {
            unsafe { joute_position_score(self.0, seat) }
        }

        /// @p.rank@
        pub fn rank(&self, seat: i32) -> i32 {
            unsafe { joute_position_rank(self.0, seat) }
        }

        /// @p.rollout@
        pub fn rollout(&mut self, phases: i64) -> i64 {
            unsafe { joute_position_rollout(self.0, phases) }
        }
    }
}
