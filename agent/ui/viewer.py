"""The page of a source, with the passage marked, in a drawer; and the clicks that open it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from agent.places import has_pages
from agent.ui import render
from agent.ui.boundary import guarded
from agent.ui.view import VIEWER, View, close_source, open_source
from store.errors import DocumentMissingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.ui.words import Words
    from store.records import Document

LINKS_KEY = "page_links"
WIDTH = 720
_LINKS_JS = """
export default function (component) {
  const { setTriggerValue } = component;
  const onClick = async (event) => {
    const link = event.target.closest?.('a[href^="#cite-"],a[href^="#copy-"]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    const href = link.getAttribute('href');
    if (href.startsWith('#cite-')) { setTriggerValue('cite', href.slice(6)); return; }
    const answer = document.querySelector('.st-key-answer_' + CSS.escape(href.slice(6)));
    if (!answer) return;
    await navigator.clipboard.writeText(answer.innerText);
    setTriggerValue('copied', href.slice(6));
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}
"""


def listen(on_cite: Callable[[str], None], on_copied: Callable[[], None]) -> None:
    """Watch for clicks on citations and copy links anywhere in the page."""
    links = st.components.v2.component("guidepost_page_links", js=_LINKS_JS)

    def cited() -> None:
        target = st.session_state[LINKS_KEY].get("cite")
        if target:
            on_cite(str(target))

    links(key=LINKS_KEY, on_cite_change=cited, on_copied_change=on_copied)


def source_line(words: Words, source: dict[str, Any]) -> str:
    """Return document, page or record, and article of a source in one line, unescaped."""
    parts = [str(source.get("document", ""))]
    page, label = source.get("page", 0), str(source.get("label") or "")
    if not has_pages(parts[0]):
        parts += [str(source["heading"])] if source.get("heading") else []
    elif page and label and label != str(page):
        parts.append(words("sources.page_label", page=page, label=label))
    elif page:
        parts.append(words("sources.page", page=page))
    article = str(source.get("article") or "")
    if article:
        numbered = article[:1].isdigit()
        parts.append(words("sources.article", number=article) if numbered else article)
    return " · ".join(parts)


def show(view: View) -> None:
    """Draw the drawer if a source was asked for."""
    source = st.session_state.get(VIEWER)
    if source is None:
        return
    drawer = st.dialog(
        view.words("viewer.title"), width=WIDTH, position="right", on_dismiss=close_source
    )
    drawer(guarded(view.words)(_draw))(view, source)


def _draw(view: View, source: dict[str, Any]) -> None:
    words = view.words
    st.markdown(f"**{render.plain(source_line(view.words, source))}**")
    quote = str(source.get("quote") or source.get("text") or "")
    document = _document(view, str(source.get("document_id", "")))
    if document is None:
        st.info(words("viewer.removed"))
    else:
        _draw_page(view, document, source)
    if quote:
        st.caption(words("viewer.quote"))
        st.html(f'<blockquote class="gp-quote">{render.html(quote)}</blockquote>')


def _document(view: View, document_id: str) -> Document | None:
    try:
        return view.app.library.document(document_id)
    except DocumentMissingError:
        return None


def _draw_page(view: View, document: Document, source: dict[str, Any]) -> None:
    words = view.words
    cited = int(source.get("page") or 1)
    page = int(st.session_state.get("viewer_page", cited))
    spans = [(int(source.get("start") or 0), int(source.get("end") or 0))] if page == cited else []
    spans = [span for span in spans if span[1] > span[0]]
    with st.container(horizontal=True, vertical_alignment="center", key="viewer_bar"):
        _draw_turning(view, document, page)
        _draw_download(view, document)
    image = view.app.page_image(document.id, page, spans)
    if image:
        st.image(image, width="stretch", alt=words("viewer.of", page=page, pages=document.pages))
        if spans and not image.marked:
            st.caption(words("viewer.unmarked"))
        return
    text = view.app.library.page_text(document.id, page)
    st.html(f'<div class="gp-page-text">{render.with_marks(text, spans)}</div>')


def _draw_download(view: View, document: Document) -> None:
    st.download_button(
        view.words("viewer.download"),
        data=lambda: view.app.library.original(document.id).read_bytes(),
        file_name=document.name,
        key="viewer_download",
        type="tertiary",
        icon=":material/download:",
        on_click="ignore",
    )


def _draw_turning(view: View, document: Document, page: int) -> None:
    words = view.words

    def turn_to(wanted: int) -> None:
        st.session_state["viewer_page"] = wanted

    if document.pages > 1:
        st.button(
            words("viewer.previous"), key="viewer_previous", icon=":material/chevron_left:",
            type="tertiary", disabled=page <= 1, on_click=turn_to, args=(page - 1,),
        )  # fmt: skip
        st.caption(words("viewer.of", page=page, pages=document.pages), width="content")
        st.button(
            words("viewer.next"), key="viewer_next", icon=":material/chevron_right:",
            icon_position="right", type="tertiary", disabled=page >= document.pages,
            on_click=turn_to, args=(page + 1,),
        )  # fmt: skip


def source_buttons(view: View, sources: list[dict[str, Any]], key: str) -> None:
    """Draw a row per source: number, place, quote. A click opens the page."""
    for place, source in enumerate(sources):
        number, quote = source.get("n", place + 1), source.get("quote") or source.get("text") or ""
        removed = f" :gray-badge[{view.words('sources.removed')}]" if source.get("removed") else ""
        with st.container(key=f"source_{key}_{place}", gap=None):
            st.button(
                f":gray[{number}]  {render.plain(source_line(view.words, source))}{removed}",
                key=f"open_{key}_{place}",
                type="tertiary",
                on_click=open_source,
                args=(source,),
            )
            if quote:
                st.caption(render.plain(str(quote), 180))
