"""From one LLVM module to files that run: optimised as a whole, and linked for a machine. One entry a machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from .library import BuildError, Machine

VISIBLE = "joute_"


class Target(NamedTuple):
    """A machine: as LLVM calls it, the oldest processor that runs the code, and the linkers that know it."""

    triple: str
    processor: str
    features: str
    linkers: tuple[tuple[str, ...], ...]
    package: str
    """The Debian package of a linker."""


SHARED = ("-shared", "--strip-all", "-z", "noexecstack")
TARGETS = {
    Machine.X86_64: Target(
        "x86_64-unknown-linux-gnu", "x86-64-v2", "", (("ld.lld", *SHARED), ("ld", *SHARED)), "binutils or lld"
    ),
    Machine.AARCH64: Target(
        "aarch64-unknown-linux-gnu", "generic", "", (("ld.lld", *SHARED), ("aarch64-linux-gnu-ld", *SHARED)), "lld"
    ),
    Machine.WASM32: Target(
        "wasm32-unknown-unknown",
        "generic",
        "+bulk-memory",
        (("wasm-ld", "--no-entry", "--strip-all", "--export-dynamic"),),
        "lld",
    ),
}


def made(text: str, machine: Machine) -> bytes:
    """The library of a lowered game for a machine."""
    target = TARGETS[machine]
    return _linked(_object(text, target), target, linker(machine))


def linker(machine: Machine) -> tuple[str, ...]:
    """The first linker for a machine that is installed here, with its options; raises BuildError."""
    target = TARGETS[machine]
    for command in target.linkers:
        if shutil.which(command[0]):
            return command
    names = " or ".join(command[0] for command in target.linkers)
    raise BuildError(f"a library for {machine} needs the linker {names}; on Debian and Ubuntu: {target.package}")


def _object(text: str, target: Target) -> bytes:
    import llvmlite.binding as llvm  # slow to load: whoever asks for linkers alone need not wait for it

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made = llvm.Target.from_triple(target.triple)
    code = made.create_target_machine(
        cpu=target.processor, features=target.features, opt=3, reloc="pic", codemodel="default"
    )
    text = re.sub(r'target triple = ".*"', f'target triple = "{target.triple}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{code.target_data}"', text)
    module = llvm.parse_assembly(text.replace("= common ", "= weak "))
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration:
            value.linkage = "external" if value.name.startswith(VISIBLE) else "internal"
            if value.name.startswith(VISIBLE):
                value.visibility = "default"
    module.verify()
    passes = llvm.create_pass_builder(code, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    emitted: bytes = code.emit_object(module)
    return emitted


def _linked(content: bytes, target: Target, command: tuple[str, ...]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="joute-link-") as folder:
        source, result = Path(folder, "rules.o"), Path(folder, "rules")
        source.write_bytes(content)
        done = subprocess.run([*command, "-o", result, source], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BuildError(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
        return result.read_bytes()
