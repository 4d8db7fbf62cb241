(** @NOTES@ *)
module Joute = struct
  external note : string -> float array -> string -> string -> unit = "joute_ocaml_note"

  (** @log@ *)
  let log format = Printf.ksprintf (fun text -> note "log" [||] text "") format

  (** @mark@ *)
  let mark format = Printf.ksprintf (fun text -> note "mark" [||] text "") format

  (** @time_ms@ *)
  external time_ms : unit -> int = "joute_ocaml_time_ms" [@@noalloc]

  (** @bank_ms@ *)
  external bank_ms : unit -> int = "joute_ocaml_bank_ms" [@@noalloc]

  module Draw = struct
    let numbers = Array.map float_of_int

    (** @draw.cell@ *)
    let cell ?(color = "red") @1@ @2@ = note "cell" (numbers [| @1@; @2@ |]) "" color

    (** @draw.line@ *)
    let line ?(color = "red") @1@1 @2@1 @1@2 @2@2 = note "line" (numbers [| @1@1; @2@1; @1@2; @2@2 |]) "" color

    (** @draw.circle@ *)
    let circle ?(radius = 0.5) ?(color = "red") @1@ @2@ =
      note "circle" (Array.append (numbers [| @1@; @2@ |]) [| radius |]) "" color

    (** @draw.text@ *)
    let text ?(color = "red") @1@ @2@ text = note "text" (numbers [| @1@; @2@ |]) text color
  end

@POSITIONS@end
