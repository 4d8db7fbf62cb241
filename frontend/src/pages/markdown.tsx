// Markdown as the rules use it, made into elements; nothing in it is ever taken for HTML.

import type { ComponentChildren, VNode } from "preact";

/** Inline: code, bold, emphasis and links to pages of the web or of this site. */
export function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(last, match.index));
    last = match.index + match[0].length;
    const [, code, bold, soft, label, link] = match;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (bold !== undefined) parts.push(<b>{inline(bold)}</b>);
    else if (soft !== undefined) parts.push(<em>{inline(soft)}</em>);
    else
      parts.push(
        /^(https?:\/\/|[#/])/.test(link) ? (
          <a href={link} rel="noreferrer">
            {label}
          </a>
        ) : (
          label
        ),
      );
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

const ITEM = /^(\s*)([-*]|\d+\.)\s+/;

/** Where a block ends: its lines, and the number of the next line. */
type Block = [VNode, number];

export function Markdown({ text }: { text: string }) {
  const lines = text.split("\n");
  const blocks: VNode[] = [];
  for (let n = 0; n < lines.length;) {
    if (!lines[n].trim()) n++;
    else {
      const [block, next] = read(lines, n);
      blocks.push(block);
      n = next;
    }
  }
  return <div class="markdown">{blocks}</div>;
}

function read(lines: string[], n: number): Block {
  const line = lines[n];
  if (line.startsWith("```")) return fence(lines, n);
  if (/^#{1,6} /.test(line)) return [heading(line), n + 1];
  if (line.startsWith("|")) return table(lines, n);
  if (ITEM.test(line)) return list(lines, n);
  if (line.startsWith(">")) return quote(lines, n);
  return paragraph(lines, n);
}

function until(lines: string[], n: number, ends: (line: string) => boolean): number {
  let end = n;
  while (end < lines.length && !ends(lines[end])) end++;
  return end;
}

function fence(lines: string[], n: number): Block {
  const end = until(lines, n + 1, (line) => line.startsWith("```"));
  return [
    <pre tabIndex={0}>
      <code>{lines.slice(n + 1, end).join("\n")}</code>
    </pre>,
    end + 1,
  ];
}

function heading(line: string): VNode {
  const depth = line.indexOf(" ");
  const text = line.slice(depth + 1);
  const Tag = `h${Math.min(6, depth)}` as "h1";
  return <Tag id={slug(text)}>{inline(text)}</Tag>;
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

function table(lines: string[], n: number): Block {
  const end = until(lines, n, (line) => !line.startsWith("|"));
  const [head, , ...rows] = lines.slice(n, end).map(cells);
  return [
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, c) =>
              cell ? (
                <th key={c} scope="col">
                  {inline(cell)}
                </th>
              ) : (
                <td key={c} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={r}>
              {row.map((cell, c) => (
                <td key={c}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    end,
  ];
}

/** A list; what is further in than its first item belongs to the item before it. */
function list(lines: string[], n: number): Block {
  const depth = ITEM.exec(lines[n])![1].length;
  const ordered = /^\s*\d/.test(lines[n]);
  const items: VNode[] = [];
  while (n < lines.length) {
    const match = ITEM.exec(lines[n]);
    if (!match || match[1].length !== depth) break;
    const text = [lines[n].slice(match[0].length)];
    for (n++; n < lines.length && lines[n].trim() && !ITEM.test(lines[n]) && /^\s/.test(lines[n]); n++)
      text.push(lines[n].trim());
    const deeper = ITEM.exec(lines[n] ?? "");
    let inner: VNode | null = null;
    if (deeper && deeper[1].length > depth) [inner, n] = list(lines, n);
    items.push(
      <li>
        {inline(text.join(" "))}
        {inner}
      </li>,
    );
    if (!lines[n]?.trim() && ITEM.exec(lines[n + 1] ?? "")?.[1].length === depth) n++;
  }
  return [ordered ? <ol>{items}</ol> : <ul>{items}</ul>, n];
}

function quote(lines: string[], n: number): Block {
  const end = until(lines, n, (line) => !line.startsWith(">"));
  return [
    <blockquote>
      {inline(
        lines
          .slice(n, end)
          .map((line) => line.replace(/^>\s?/, ""))
          .join(" "),
      )}
    </blockquote>,
    end,
  ];
}

function paragraph(lines: string[], n: number): Block {
  const end = until(
    lines,
    n,
    (line) => !line.trim() || /^(#{1,6} |```|\||>)/.test(line) || (ITEM.test(line) && line !== lines[n]),
  );
  return [<p>{inline(lines.slice(n, end).join(" "))}</p>, Math.max(end, n + 1)];
}
