  (** @POSITIONS@ An order is a row of numbers. *)
  type order = int array

  module Position = struct
    type t

    external flat_orders : t -> int array = "joute_ocaml_position_orders"
    external leave : unit -> unit = "joute_ocaml_position_leave"
    external push : t -> unit = "joute_ocaml_position_enter"
    external others : t -> int array = "joute_ocaml_position_others"

    (** @p.copy@ *)
    external copy : t -> t = "joute_ocaml_position_copy"

    (** @p.become@ *)
    external become : t -> t -> unit = "joute_ocaml_position_become"

    (** @p.enter@ It is left at the end of `run`. *)
    let enter p run =
      push p;
      Fun.protect ~finally:leave (fun () -> run p)

    (** @p.turn@ *)
    external turn : t -> int = "joute_ocaml_position_turn"

    (** @p.over@ *)
    external over : t -> bool = "joute_ocaml_position_over"

    (** @p.seats@ *)
    external seats : t -> int = "joute_ocaml_position_seats"

    (** @p.asked@ *)
    external asked : t -> int -> bool = "joute_ocaml_position_asked"

    (** @p.seat@ *)
    external seat : t -> int = "joute_ocaml_position_seat"

    (** @p.play_as@ *)
    external play_as : t -> int -> unit = "joute_ocaml_position_play_as"

    (** @p.sample@ *)
    external sample : t -> order = "joute_ocaml_position_sample"

    (** @p.check@ *)
    external check : t -> order -> int = "joute_ocaml_position_check"

    (** @p.act@ *)
    external act : t -> order -> int = "joute_ocaml_position_act"

    (** @p.random_turn@ *)
    external random_turn : t -> int = "joute_ocaml_position_random_turn"

    (** @p.orders@ *)
    let orders p =
      let all = flat_orders p in
      let rec from at =
        if at >= Array.length all then [] else Array.sub all (at + 1) all.(at) :: from (at + 1 + all.(at))
      in
      from 0

    (** @p.determinise@ *)
    external determinise : t -> unit = "joute_ocaml_position_determinise"

    (** @p.end@ *)
    external end_ : t -> unit = "joute_ocaml_position_end"

    (** @p.end_random@ *)
    external end_random : t -> unit = "joute_ocaml_position_end_random"

    (** @p.end_with@ *)
    let end_with p play =
      let own = seat p in
      Array.iter (fun other -> play_as p other; enter p play) (others p);
      play_as p own;
      end_ p

    (** @p.score@ *)
    external score : t -> int -> int = "joute_ocaml_position_score"

    (** @p.rank@ *)
    external rank : t -> int -> int = "joute_ocaml_position_rank"

    (** @p.rollout@ *)
    external rollout : t -> int -> int = "joute_ocaml_position_rollout"
  end

  (** @position@ *)
  external position : unit -> Position.t = "joute_ocaml_position_new"

  external give_flat : int array -> int = "joute_ocaml_give"

  (** @give@ *)
  let give orders = give_flat (Array.concat (List.map (fun order -> Array.append [| Array.length order |] order) orders))

  (** @seed@ *)
  external seed : int -> unit = "joute_ocaml_seed"
