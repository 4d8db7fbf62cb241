(* A starter: captures the nearest neutral portal, links it to all portals it may, and goes to the next.
   All you may ask and order is in api.ml. *)
open Api

(* Called once before the first turn; no orders are given here. *)
let partie_init () = ()

let place () = position_agent (moi ())

(* The portals of a player, or -1 for the neutral ones, the nearest first. *)
let near here player =
  let found = List.filter (fun portal -> portail_joueur portal = player) (Array.to_list (liste_portails ())) in
  List.map snd (List.sort compare (List.map (fun portal -> (distance here portal, portal)) found))

(* Capture the portal here, if there is one, and link it to our others, the nearest first. *)
let work () =
  let here = place () in
  if portail_joueur here = -1 then ignore (capturer ());
  if portail_joueur here = moi () then
    List.iter
      (fun portal -> if portal <> here && points_action () >= cout_lien then ignore (lier portal))
      (near here (moi ()))

let clamp value reach = max (-reach) (min reach value)

(* Go towards the nearest neutral portal; whether we are there and can capture it. *)
let walk () =
  let x, y = place () in
  match near (x, y) (-1) with
  | [] -> false
  | (goal_x, goal_y) :: _ ->
    let reach = points_deplacement () in
    let dx = clamp (goal_x - x) reach in
    let dy = clamp (goal_y - y) (reach - abs dx) in
    deplacer (x + dx, y + dy) = Ok && place () = (goal_x, goal_y) && points_action () >= cout_capture

(* Called whenever it is your turn. *)
let jouer_tour () =
  work ();
  while walk () do
    work ()
  done

(* Called once after the last turn; no orders are given here. *)
let partie_fin () = ()

(* How the engine finds your functions. *)
let () =
  Callback.register "partie_init" partie_init;
  Callback.register "jouer_tour" jouer_tour;
  Callback.register "partie_fin" partie_fin
