"""From one LLVM module to files that run: optimised as a whole, and linked for a machine. One entry a machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from .batch_entries import FAULT
from .library import BuildError, Machine

VISIBLE = "joute_"
KERNEL = "kernel_"
"""How the names of what a graphics processor is called with begin."""


class Target(NamedTuple):
    """A machine: as LLVM calls it, the oldest processor that runs the code, and the linkers that know it."""

    triple: str
    processor: str
    features: str
    linkers: tuple[tuple[str, ...], ...]
    package: str
    """The Debian package of a linker."""
    visible: str = VISIBLE
    """How the names begin that stay visible."""


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
    # The oldest processor that drivers of CUDA 13 know; a driver makes code of it for all that came since.
    Machine.CUDA: Target("nvptx64-nvidia-cuda", "sm_75", "+ptx70", (), "", KERNEL),
}


def made(text: str, machine: Machine) -> bytes:
    """The library of a lowered game for a machine."""
    target = TARGETS[machine]
    if machine == Machine.CUDA:
        return _assembly(text, target)
    return _linked(_object(text, target), target, linker(machine))


def _assembly(text: str, target: Target) -> bytes:
    """PTX, with a kernel for each function, in which each thread takes every so-many-th game."""
    functions = re.findall(rf"^define i64 @{VISIBLE}(\w+)\((.*)\)", text, re.MULTILINE)
    kernels = [_kernel(name, arguments.split(", ")) for name, arguments in functions]
    module, code = _optimised("\n".join([text, SPECIAL_REGISTERS, *kernels]), target)
    outside = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    if outside:
        raise BuildError(f"no kernel can call {', '.join(outside)} on a graphics processor")
    return str(code.emit_assembly(module)).encode()


SPECIAL_REGISTERS = "\n".join(
    f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}.x()" for name in ("tid", "ntid", "ctaid", "nctaid")
)


def _kernel(name: str, arguments: list[str]) -> str:
    """A kernel in LLVM's language: it takes a batch, numbers, and how many games there are."""
    given = [f"{kind} {'align 8 ' if kind == 'ptr' else ''}{name}" for kind, name in map(str.split, arguments[:-3])]
    passed = ", ".join(arguments[:-3])
    registers = {"tid": "thread", "ntid": "threads", "ctaid": "block", "nctaid": "blocks"}
    return "\n".join(
        [
            f"define ptx_kernel void @{KERNEL}{name}({', '.join([*given, 'i64 %games'])}) {{",
            *(f"  %{to} = call i32 @llvm.nvvm.read.ptx.sreg.{register}.x()" for register, to in registers.items()),
            "  %before = mul i32 %block, %threads",
            "  %number = add i32 %before, %thread",
            "  %all = mul i32 %blocks, %threads",
            "  %first = zext i32 %number to i64",
            "  %step = zext i32 %all to i64",
            f"  %answer = call i64 @{VISIBLE}{name}({passed}, i64 %first, i64 %games, i64 %step)",
            "  %failed = icmp ne i64 %answer, 0",
            "  br i1 %failed, label %bug, label %done",
            "bug:",
            f"  %fault = getelementptr i64, ptr %a0, i64 {FAULT}",
            "  store i64 1, ptr %fault",
            "  br label %done",
            "done:",
            "  ret void",
            "}",
        ]
    )


def linker(machine: Machine) -> tuple[str, ...]:
    """The first linker for a machine that is installed here, with its options; raises BuildError."""
    target = TARGETS[machine]
    for command in target.linkers:
        if shutil.which(command[0]):
            return command
    names = " or ".join(command[0] for command in target.linkers)
    raise BuildError(f"a library for {machine} needs the linker {names}; on Debian and Ubuntu: {target.package}")


def _object(text: str, target: Target) -> bytes:
    module, code = _optimised(text, target)
    emitted: bytes = code.emit_object(module)
    return emitted


def _optimised(text: str, target: Target) -> tuple[Any, Any]:
    """The module for a machine, and what writes its code."""
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
            value.linkage = "external" if value.name.startswith(target.visible) else "internal"
            if value.name.startswith(target.visible):
                value.visibility = "default"
    module.verify()
    passes = llvm.create_pass_builder(code, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    return module, code


def _linked(content: bytes, target: Target, command: tuple[str, ...]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="joute-link-") as folder:
        source, result = Path(folder, "rules.o"), Path(folder, "rules")
        source.write_bytes(content)
        done = subprocess.run([*command, "-o", result, source], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BuildError(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
        return result.read_bytes()
