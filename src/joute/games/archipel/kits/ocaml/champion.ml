(* A starter: colonises the nearest free islands with caravelles, and guards what it has with galions.
   All you may ask and order is in api.ml. *)
open Api

let fleet = 8 (* No more caravelles at once. *)
let guards = 5 (* So many galions on each island. *)

let boats = ref [] (* The ids of our caravelles. *)

(* Called once before the first turn; no orders are given here. *)
let partie_init () = boats := []

let construct () =
  Array.iter
    (fun island ->
      if List.length !boats < fleet && construire Bateau_caravelle island = Ok then
        boats := !boats @ [ id_dernier_bateau_construit () ])
    (mes_iles ())

let guard () =
  Array.iter
    (fun island ->
      let count sum boat = if boat.btype = Bateau_galion then sum + 1 else sum in
      let posted = Array.fold_left count 0 (liste_bateaux_position island) in
      for _ = posted + 1 to guards do
        ignore (construire Bateau_galion island)
      done)
    (mes_iles ())

let clamp value reach = max (-reach) (min reach value)

(* As near to the goal as the boat gets this turn; there, colonise it. *)
let sail boat here goal =
  let (x, y), (goal_x, goal_y) = (here, goal) in
  let dx = clamp (goal_x - x) caravelle_deplacement in
  let dy = clamp (goal_y - y) (caravelle_deplacement - abs dx) in
  let stop = (x + dx, y + dy) in
  if (stop = here || deplacer boat stop = Ok) && stop = goal then ignore (coloniser goal)

(* Send a boat to the nearest of some islands; the islands that are left for the others. *)
let send islands boat =
  let here = (info_bateau boat).pos in
  match List.sort compare (List.map (fun island -> (distance here island, island)) islands) with
  | [] -> []
  | (_, goal) :: others ->
    sail boat here goal;
    List.map snd others

(* Called whenever it is your turn. *)
let jouer_tour () =
  boats := List.filter (fun boat -> (info_bateau boat).joueur = mon_joueur ()) !boats;
  let islands = List.filter (fun island -> info_ile_joueur island = -1) (Array.to_list (liste_iles ())) in
  if List.length !boats < min fleet (List.length islands) then construct ();
  ignore (List.fold_left send islands !boats);
  guard ()

(* Called once after the last turn; no orders are given here. *)
let partie_fin () = ()

(* How the engine finds your functions. *)
let () =
  Callback.register "partie_init" partie_init;
  Callback.register "jouer_tour" jouer_tour;
  Callback.register "partie_fin" partie_fin
