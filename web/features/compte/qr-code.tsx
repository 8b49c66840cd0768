import encode from "qrcode-generator";
import { useMemo } from "react";

/** White around it, in squares, without which cameras see nothing. */
const MARGIN = 4;

/** A text that a telephone reads: drawn here, sent nowhere, dark on white whatever the look of the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 shrink-0 rounded-lg border bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { path: string; size: number } {
  const code = encode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const numbers = Array.from({ length: count }, (_, number) => number);
  const squares = numbers.flatMap((row) =>
    numbers
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`),
  );
  return { path: squares.join(""), size: count + 2 * MARGIN };
}
