"""What the champions of `test_positions.py` try: the same in each language that has positions."""

from __future__ import annotations

PROBES = {
    "python": """
        import joute
        from joute import debug
        joute.seed(7)
        root = joute.position()
        trial = root.copy()
        given = trial.random_turn()
        plan = trial.orders
        trial.end_random()
        played = trial.rollout(5)
        debug.log(given, len(plan), sum(map(sum, plan)), played, trial.turn, int(trial.over), trial.score(0),
                  trial.score(1), trial.rank(0), trial.seats, int(trial.asked(0)), int(trial.asked(1)), trial.seat)
        trial.become(root)
        debug.log(trial.check([2]), trial.act([2]), trial.play_as(1).check([2]), trial.seat, root.turn)
        trial.play_as(0)
        with trial:
            inside = [moi(), capturer(), utiliser_turbo(), tour_actuel(), points_action()]
            afficher_erreur(OK)
            debug.log(*inside, points_action(), int(annuler()), int(annuler()), points_action(), len(trial.orders))
        seen = []
        def other(p):
            seen.extend([p.seat, moi(), tour_actuel()])
            p.random_turn()
        root.end()
        root.end_with(other)
        debug.log(*seen, root.turn, points_action())
        debug.log(joute.give(plan), points_action())""",
    "cxx": """
        joute::seed(7);
        joute::Position root = joute::position(), trial = root;
        int given = trial.random_turn(), sum = 0;
        std::vector<joute::Order> plan = trial.orders();
        for (auto& order : plan) for (int number : order) sum += number;
        trial.end_random();
        long played = trial.rollout(5);
        auto told = [](std::vector<long> numbers) {
          std::string text;
          for (long number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
          joute::log(text);
        };
        told({given, (long)plan.size(), sum, played, trial.turn(), trial.over(), trial.score(0), trial.score(1),
              trial.rank(0), trial.seats(), trial.asked(0), trial.asked(1), trial.seat()});
        trial = root;
        int check = trial.check({2}), act = trial.act({2});
        int theirs = trial.play_as(1).check({2});
        told({check, act, theirs, trial.seat(), root.turn()});
        trial.play_as(0);
        {
          joute::Position::Inside inside(trial);
          std::vector<long> seen = {moi(), capturer(), utiliser_turbo(), tour_actuel(), points_action()};
          afficher_erreur(OK);
          seen.push_back(points_action());
          seen.push_back(annuler());
          seen.push_back(annuler());
          seen.push_back(points_action());
          seen.push_back((long)trial.orders().size());
          told(seen);
        }
        std::vector<long> seen;
        root.end();
        root.end_with([&](joute::Position& p) {
          for (int number : {p.seat(), (int)moi(), tour_actuel()}) seen.push_back(number);
          p.random_turn();
        });
        seen.push_back(root.turn());
        seen.push_back(points_action());
        told(seen);
        int accepted = joute::give(plan);
        told({accepted, points_action()});""",
    "c": """
        joute_position_seed(7);
        joute_position *root = joute_position_new(), *trial = joute_position_copy(root);
        int given = joute_position_random_turn(trial), plan[4000], sum = 0, count = 0;
        int size = joute_position_orders(trial, plan, 4000);
        for (int at = 0; at < size; at += plan[at] + 1, count++)
          for (int i = 1; i <= plan[at]; i++) sum += plan[at + i];
        joute_position_end_random(trial);
        long played = joute_position_rollout(trial, 5);
        joute_log("%d %d %d %ld %d %d %ld %ld %d %d %d %d %d", given, count, sum, played, joute_position_turn(trial),
                  joute_position_over(trial), joute_position_score(trial, 0), joute_position_score(trial, 1),
                  joute_position_rank(trial, 0), joute_position_seats(trial), joute_position_asked(trial, 0),
                  joute_position_asked(trial, 1), joute_position_seat(trial));
        joute_position_become(trial, root);
        int capture = 2, check = joute_position_check(trial, &capture, 1), act = joute_position_act(trial, &capture, 1);
        joute_position_play_as(trial, 1);
        joute_log("%d %d %d %d %d", check, act, joute_position_check(trial, &capture, 1), joute_position_seat(trial),
                  joute_position_turn(root));
        joute_position_play_as(trial, 0);
        joute_position_enter(trial);
        int a = moi(), b = capturer(), c = utiliser_turbo(), d = tour_actuel(), e = points_action();
        afficher_erreur(OK);
        int f = annuler(), g = annuler(), h = points_action();
        joute_position_leave();
        joute_log("%d %d %d %d %d %d %d %d %d %d", a, b, c, d, e, e, f, g, h, joute_position_orders(trial, NULL, 0));
        int seen[3];
        joute_position_end(root);
        joute_position_end_with(root, other, seen);
        joute_log("%d %d %d %d %d", seen[0], seen[1], seen[2], joute_position_turn(root), points_action());
        int accepted = joute_give(plan, size);
        joute_log("%d %d", accepted, points_action());
        joute_position_free(root);
        joute_position_free(trial);""",
    "rust": """
        joute::seed(7);
        let mut root = joute::position();
        let mut trial = root.clone();
        let given = trial.random_turn();
        let plan = trial.orders();
        let sum: i32 = plan.iter().flatten().sum();
        trial.end_random();
        let played = trial.rollout(5);
        debug::log(format!("{} {} {} {} {} {} {} {} {} {} {} {} {}", given, plan.len(), sum, played, trial.turn(),
            trial.over() as i32, trial.score(0), trial.score(1), trial.rank(0), trial.seats(), trial.asked(0) as i32,
            trial.asked(1) as i32, trial.seat()));
        trial.become_(&root);
        let (check, act) = (trial.check(&[2]), trial.act(&[2]));
        let theirs = trial.play_as(1).check(&[2]);
        debug::log(format!("{} {} {} {} {}", check, act, theirs, trial.seat(), root.turn()));
        trial.play_as(0);
        let inside = trial.enter(|p| {
            let seen = (moi(), capturer() as i32, utiliser_turbo() as i32, tour_actuel(), points_action());
            afficher_erreur(Erreur::Ok);
            let undone = (annuler() as i32, annuler() as i32);
            format!("{} {} {} {} {} {} {} {} {} {}", seen.0, seen.1, seen.2, seen.3, seen.4, seen.4, undone.0, undone.1,
                points_action(), p.orders().len())
        });
        debug::log(inside);
        let mut seen = String::new();
        root.end();
        root.end_with(|p| {
            seen = format!("{} {} {}", p.seat(), moi(), tour_actuel());
            p.random_turn();
        });
        debug::log(format!("{} {} {}", seen, root.turn(), points_action()));
        let accepted = joute::give(&plan);
        debug::log(format!("{} {}", accepted, points_action()));""",
    "ocaml": """
        let open Joute in
        let module P = Position in
        let code answer = if answer = Ok then 0 else 2 in
        seed 7;
        let root = position () in
        let trial = P.copy root in
        let given = P.random_turn trial in
        let plan = P.orders trial in
        let sum = List.fold_left (Array.fold_left (+)) 0 plan in
        P.end_random trial;
        let played = P.rollout trial 5 in
        log "%d %d %d %d %d %d %d %d %d %d %d %d %d" given (List.length plan) sum played (P.turn trial)
          (Bool.to_int (P.over trial)) (P.score trial 0) (P.score trial 1) (P.rank trial 0) (P.seats trial)
          (Bool.to_int (P.asked trial 0)) (Bool.to_int (P.asked trial 1)) (P.seat trial);
        P.become trial root;
        let check = P.check trial [|2|] in
        let act = P.act trial [|2|] in
        P.play_as trial 1;
        log "%d %d %d %d %d" check act (P.check trial [|2|]) (P.seat trial) (P.turn root);
        P.play_as trial 0;
        P.enter trial (fun p ->
          let me = moi () in
          let capture = code (capturer ()) in
          let turbo = code (utiliser_turbo ()) in
          let turn = tour_actuel () and points = points_action () in
          afficher_erreur Ok;
          let first = Bool.to_int (annuler ()) in
          let second = Bool.to_int (annuler ()) in
          log "%d %d %d %d %d %d %d %d %d %d" me capture turbo turn points points first second (points_action ())
            (List.length (P.orders p)));
        let seen = ref (0, 0, 0) in
        P.end_ root;
        P.end_with root (fun p -> seen := (P.seat p, moi (), tour_actuel ()); ignore (P.random_turn p));
        let (a, b, c) = !seen in
        log "%d %d %d %d %d" a b c (P.turn root) (points_action ());
        let accepted = give plan in
        log "%d %d" accepted (points_action ());
        Gc.full_major ();""",
    "javascript": """
        const told = (...numbers) => api.debug.log(numbers.map(Number).join(" "));
        api.joute.seed(7);
        const root = api.joute.position();
        const trial = root.copy();
        const given = trial.random_turn();
        const plan = trial.orders;
        trial.end_random();
        const played = trial.rollout(5);
        told(given, plan.length, plan.flat().reduce((sum, word) => sum + word), played, trial.turn, trial.over,
          trial.score(0), trial.score(1), trial.rank(0), trial.seats, trial.asked(0), trial.asked(1), trial.seat);
        trial.become(root);
        told(trial.check([2]), trial.act([2]), trial.play_as(1).check([2]), trial.seat, root.turn);
        trial.play_as(0);
        trial.enter((p) => {
          const inside = [api.moi(), api.capturer(), api.utiliser_turbo(), api.tour_actuel(), api.points_action()];
          api.afficher_erreur(api.OK);
          told(...inside, api.points_action(), api.annuler(), api.annuler(), api.points_action(), p.orders.length);
        });
        const seen = [];
        root.end();
        root.end_with((p) => {
          seen.push(p.seat, api.moi(), api.tour_actuel());
          p.random_turn();
        });
        told(...seen, root.turn, api.points_action());
        const accepted = api.joute.give(plan);
        told(accepted, api.points_action());""",
}
"""The same in each language: what it says is compared with Python on the interpreted rules."""
FOG = {
    "python": """
        import joute
        from joute import debug
        joute.seed(3)
        p = joute.position()
        given = p.random_turn()
        played = p.determinise().rollout(4)
        debug.log(given, played, p.score(0), p.score(1), p.turn)""",
    "c": """
        joute_position_seed(3);
        joute_position *p = joute_position_new();
        int given = joute_position_random_turn(p);
        joute_position_determinise(p);
        long played = joute_position_rollout(p, 4);
        joute_log("%d %ld %ld %ld %d", given, played, joute_position_score(p, 0), joute_position_score(p, 1),
                  joute_position_turn(p));""",
    "cxx": """
        joute::seed(3);
        joute::Position p = joute::position();
        long given = p.random_turn(), played = p.determinise().rollout(4);
        std::string text;
        for (long number : {given, played, p.score(0), p.score(1), (long)p.turn()})
          text += (text.empty() ? "" : " ") + std::to_string(number);
        joute::log(text);""",
    "rust": """
        joute::seed(3);
        let mut p = joute::position();
        let given = p.random_turn();
        let played = p.determinise().rollout(4);
        debug::log(format!("{} {} {} {} {}", given, played, p.score(0), p.score(1), p.turn()));""",
    "ocaml": """
        let module P = Joute.Position in
        Joute.seed 3;
        let p = Joute.position () in
        let given = P.random_turn p in
        P.determinise p;
        let played = P.rollout p 4 in
        Joute.log "%d %d %d %d %d" given played (P.score p 0) (P.score p 1) (P.turn p);""",
    "javascript": """
        api.joute.seed(3);
        const p = api.joute.position();
        const given = p.random_turn();
        const played = p.determinise().rollout(4);
        api.debug.log([given, played, p.score(0), p.score(1), p.turn].join(" "));""",
}
"""The same in a live game in the fog."""
