"""Hostile builds without bubblewrap, and compilers that are led astray."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import joute
from joute.champions.building import command, jail
from joute.champions.building import library as native
from joute.champions.building.job import BuildJob, BuildLimits, File
from joute.champions.checks import doctor
from joute.champions.errors import ChampionError
from joute.champions.sandbox.limits import Hosting, Level, NoSandbox
from joute.champions.sources.find import find
from joute.champions.sources.recipe import Recipe
from joute.cli.main import main
from joute.core.game import Game

from .build_support import IDLE, SECRET, Build, made

# 5. Without bubblewrap


def test_5_an_ordinary_user_without_a_box_is_refused_with_the_remedy(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jail, "no_box", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(os, "geteuid", lambda: 65534)
    monkeypatch.setattr(jail, "_run", lambda *_: pytest.fail("built all the same"))
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.cc").write_text(IDLE)
    with pytest.raises(ChampionError, match="builds need a sandbox, and there is none: bubblewrap is not") as told:
        native.build(folder, joute.load_game("toy"))
    assert "apt install bubblewrap" in str(told.value)
    assert "sysctl kernel.unprivileged_userns_clone=1" in str(told.value)
    with pytest.raises(ChampionError, match="builds need a sandbox, and there is none: bubblewrap is not"):
        command.built(Recipe("other", folder, "", ("touch", str(tmp_path / "done")), ("x",)), joute.load_game("toy"))
    assert not (tmp_path / "done").exists()


def test_5_a_box_that_falls_is_no_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions.sandbox import bubblewrap

    monkeypatch.setattr(jail, "_stood", False)
    falls = tmp_path / "bwrap"
    falls.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    falls.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "program", lambda: str(falls))
    assert jail.no_box() == "bwrap: No permissions to create new namespace"

    def missing() -> str:
        raise NoSandbox("bubblewrap is not installed")

    monkeypatch.setattr(bubblewrap, "program", missing)
    assert jail.no_box() == "bubblewrap is not installed"


@pytest.mark.parametrize("user", [0, 65534])
def test_5_the_doctor_says_how_builds_are_kept_apart(
    user: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor._builds() == doctor.Builds("in a box")
    monkeypatch.setattr(jail, "no_box", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(os, "geteuid", lambda: user)
    how, remedy = doctor._builds()
    assert how == ("refused" if user else "as another user")
    assert remedy == (
        "bubblewrap is not installed; «make system» or «apt install bubblewrap» gets it, and "
        "«sysctl kernel.unprivileged_userns_clone=1» allows user namespaces"
    )
    monkeypatch.setattr(doctor, "_trial", lambda: ({}, "no box"))
    assert main(["doctor"]) == 0
    assert f"\nBuilds: {how}: {remedy}\n" in capsys.readouterr().out
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["builds"] == {"how": how, "remedy": remedy}


@pytest.mark.parametrize("level", [Level.NONE, Level.PROCESS, Level.SANDBOX])
def test_5_whatever_level_the_match_has_builds_are_in_a_box(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, level: Level
) -> None:
    levels, run = [], jail._run

    def noted(job: BuildJob, chosen: Level) -> list[File]:
        levels.append(chosen)
        return run(job, chosen)

    monkeypatch.setattr(jail, "_run", noted)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.toml").write_text("build = ['sh', '-c', 'id -u > user']\nrun = 'x'")
    find(joute.load_game("toy"), str(folder), 0, Hosting(level))
    assert set(levels) == {Level.SANDBOX}
    (place,) = (cache / "built").iterdir()
    assert int((place / "user").read_text()) >= 1000


# Compilers as accomplices


def compiled(tmp_path: Path, game: Game, name: str, text: str, **more: str) -> str:
    """Build a champion in a compiled language that wants to know a secret; what is said of it, or what it holds."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for one, content in more.items():
        (folder / one.replace("__", ".")).write_text(content)
    (folder / name).write_text(text)
    try:
        return native.build(folder, game).read_bytes().decode("latin-1")
    except ChampionError as told:
        return str(told)


ACCOMPLICES = {
    "include": ("champion.cc", '#include "{secret}"\n' + IDLE),
    "include of passwords": ("champion.cc", '#include "/etc/shadow"\n' + IDLE),
    "incbin": ("champion.cc", IDLE + 'asm(".data\\nx: .incbin \\"{secret}\\"\\n");\n'),
    "incbin in C": ("champion.c", '#include "api.h"\nasm(".incbin \\"{secret}\\"");\n'),
    "include_bytes": ("champion.rs", 'static X: &[u8] = include_bytes!("{secret}");\n'),
    "include_str": ("champion.rs", 'static X: &str = include_str!("{secret}");\n'),
    "environment": ("champion.rs", 'static X: &str = env!("JOUTE_SECRET");\n'),
}


@pytest.mark.parametrize(("name", "text"), ACCOMPLICES.values(), ids=ACCOMPLICES)
def test_a_compiler_tells_no_secret(
    tmp_path: Path, kept: jail.Isolation, cache: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    monkeypatch.setenv("JOUTE_SECRET", SECRET)
    said = compiled(tmp_path, joute.load_game("toy"), name, text.replace("{secret}", str(secret)))
    assert "the champion cannot be built:" in said
    assert SECRET not in said
    assert "root:" not in said


def test_flags_of_a_makefile_load_no_plugin(tmp_path: Path, kept: jail.Isolation, cache: Path) -> None:
    flags = "-fplugin=./x.so -specs=./x.specs -B. -wrapper ./x -DN=1 @x -include /etc/shadow -I/etc -I../.."
    makefile = f"champion-srcs = champion.cc\nchampion-cxxflags = {flags}\n"
    said = compiled(tmp_path, joute.load_game("toy"), "champion.cc", f"int n = N;\n{IDLE}", Makefile=makefile)
    assert said.startswith("\x7fELF")


def test_an_ocaml_preprocessor_runs_in_the_jail(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    text = (
        f"echo 'let x = 1' > a.ml; ocamlopt -pp 'cat {secret}; cat' -c a.ml > said 2>&1; touch /tmp/joute-hostile; true"
    )
    place = build(text)
    assert SECRET not in "".join((place / name).read_text(errors="replace") for name in made(place))
    assert not Path("/tmp/joute-hostile").exists()


MACRO = """extern crate proc_macro;
#[proc_macro]
pub fn spy(_: proc_macro::TokenStream) -> proc_macro::TokenStream {{
    let text = std::fs::read_to_string("{secret}").unwrap_or("refused".to_string());
    std::fs::write("/tmp/joute-hostile", &text).ok();
    format!("pub static X: &str = {{:?}};", text).parse().unwrap()
}}
"""


def test_a_rust_macro_runs_in_the_jail(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    rustc = native.installed(["rustc"])["rustc"]
    text = f"{rustc} --crate-type proc-macro m.rs && {rustc} --extern m=libm.so --crate-type lib a.rs && rm libm.so"
    limits = BuildLimits(output_mb=64)
    use = "extern crate m; m::spy!();"
    place = build(text, limits, m__rs=MACRO.format(secret=secret), a__rs=use)
    library = (place / "liba.rlib").read_bytes()
    assert b"refused" in library
    assert SECRET.encode() not in library
    assert not Path("/tmp/joute-hostile").exists()


PROCESSOR = """import java.nio.file.*;
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;
@SupportedAnnotationTypes("*")
public class Spy extends AbstractProcessor {
    public boolean process(Set<? extends TypeElement> some, RoundEnvironment round) {
        try { Files.writeString(Path.of("/tmp/joute-hostile"), "x"); } catch (Exception fault) {}
        try { Files.writeString(Path.of("said"), Files.readString(Path.of("SECRET"))); } catch (Exception fault) {
            try { Files.writeString(Path.of("said"), "refused"); } catch (Exception other) {}
        }
        return false;
    }
}
"""


def test_a_java_annotation_processor_runs_in_the_jail(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    services = "META-INF/services"
    text = f"javac -proc:none Spy.java && mkdir -p {services}"
    text += f" && echo Spy > {services}/javax.annotation.processing.Processor && javac -cp . A.java"
    limits = BuildLimits()
    place = build(text, limits, Spy__java=PROCESSOR.replace("SECRET", str(secret)), A__java="class A {}")
    assert (place / "said").read_text() == "refused"
    assert not Path("/tmp/joute-hostile").exists()


def test_hooks_of_a_package_are_run_by_nobody(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    hooks = ("preinstall", "install", "postinstall", "prepare", "build", "start")
    scripts = ", ".join(f'"{hook}": "touch {tmp_path}/done"' for hook in hooks)
    (folder / "package.json").write_text(f'{{"name": "x", "scripts": {{{scripts}}}}}')
    (folder / "champion.js").write_text("process.exit(0)")
    player = find(joute.load_game("toy"), str(folder), 0, Hosting(Level.SANDBOX))
    player.leave()
    assert not (tmp_path / "done").exists()


def test_rustup_obeys_no_file_of_the_folder_it_is_run_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions.building import compilers

    program = tmp_path / "bin" / "rustc"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n[ "$PWD" = / ] || touch obeyed\necho /nowhere\n')
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert compilers.program("rustc", str(program.parent)) == str(program)
    assert not (tmp_path / "obeyed").exists()


def test_of_a_compiler_in_our_home_only_the_toolchain_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions.building import compilers

    for name in ("bin/g++", "lib/x", "share/keyring", "other/rustc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{tmp_path}/other")
    shown = [path for path in compilers.toolchain_paths() if path.is_relative_to(tmp_path)]
    assert shown == [tmp_path / "bin", tmp_path / "lib", tmp_path / "other" / "rustc"]
