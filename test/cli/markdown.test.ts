import { expect, test } from "vitest";
import { code, inline } from "../../cli/markdown.ts";

/** A zero-width space, after which nothing is a link or a mention. */
const apart = "\u200B";

test.each([
  ["<img src=x>", "\\<img src=x\\>"],
  ["[a](b) **c** ~d~ `e` &lt; x|y", "\\[a\\](b) \\*\\*c\\*\\* \\~d\\~ \\`e\\` \\&lt; x\\|y"],
  ["see @all, #12 and !7", `see @${apart}all, #${apart}12 and !${apart}7`],
  ["me@evil.example", `me@${apart}evil.example`],
  ["https://evil.example/x", `https:${apart}//evil.example/x`],
  ["FTP://evil.example", `FTP:${apart}//evil.example`],
  [
    "go to www.evil.example or WWW.evil.example",
    `go to www${apart}.evil.example or WWW${apart}.evil.example`,
  ],
  ["two\nlines", "two lines"],
  ["$x^2$ and GH-1", `\\$x^2\\$ and GH${apart}-1`],
  ["eu-1: 50 %, #main, awww.", "eu-1: 50 %, #main, awww."],
])("%j is text in Markdown: %j", (text, written) => {
  expect(inline(text)).toBe(written);
});

test.each([
  ["a|b", "`a\\|b`"],
  ["a\\|b", "`a\\\\\\|b`"],
  ["a`b", "`a'b`"],
  ["https://evil.example @all", "`https://evil.example @all`"],
])("%j is code in a table: %s", (text, written) => {
  expect(code(text)).toBe(written);
});
