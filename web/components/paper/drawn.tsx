import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { Trace } from "#domain/signature/wire.ts";
import { Button } from "#web/components/ui/button.tsx";

interface DrawnProps {
  /** The signature drawn before; null or absent when there is none. */
  initial?: Trace | null;
  /** Called with the strokes, in hundredths of the pad's width; null once erased. */
  onChange(trace: Trace | null): void;
}

/** The height of the pad, in hundredths of its width. */
const HEIGHT = 36;
/** A point closer than this to the previous one is left out, in hundredths of the pad's width. */
const STEP = 0.4;
/** The most strokes that the server accepts. */
const STROKES_MAX = 60;

/**
 * A signature drawn by finger, pen or mouse. Only the geometry of the strokes is kept, neither their speed nor their
 * pressure.
 */
export function Drawn({ initial = null, onChange }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<Trace>(initial ?? []);
  const [empty, setEmpty] = useState(initial === null);

  useEffect(() => {
    const board = canvas.current;
    if (!board) return;
    const fit = () => {
      const { width } = board.getBoundingClientRect();
      board.width = width * devicePixelRatio;
      board.height = (board.width * HEIGHT) / 100;
      draw(board, strokes.current);
    };
    const watch = new ResizeObserver(fit);
    watch.observe(board);
    return () => watch.disconnect();
  }, []);

  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent): [number, number] => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const at = (length: number) => Math.round((10_000 * length) / width) / 100;
    return [at(clientX - left), at(clientY - top)];
  };

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.isPrimary || event.button !== 0 || strokes.current.length >= STROKES_MAX) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    strokes.current.push([placeOf(event)]);
    draw(event.currentTarget, strokes.current);
  }

  function go(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const stroke = strokes.current.at(-1);
    const place = placeOf(event);
    const [x = 0, y = 0] = stroke?.at(-1) ?? [];
    if (!stroke || Math.hypot(place[0] - x, place[1] - y) < STEP) return;
    stroke.push(place);
    draw(event.currentTarget, strokes.current);
  }

  function end(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.currentTarget.releasePointerCapture(event.pointerId);
    setEmpty(false);
    onChange(strokes.current.map((stroke) => [...stroke]));
  }

  function erase() {
    strokes.current = [];
    if (canvas.current) draw(canvas.current, []);
    setEmpty(true);
    onChange(null);
  }

  return (
    <div>
      <canvas
        ref={canvas}
        role="img"
        aria-label={empty ? "Cadre pour dessiner votre signature" : "Votre signature dessinée"}
        // Without `touch-none`, a finger that draws would scroll the page.
        className="w-full touch-none rounded-md border border-dashed border-line-strong bg-white text-black"
        style={{ aspectRatio: `100 / ${HEIGHT}` }}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="text-sm text-muted">
          Au doigt, au stylet ou à la souris. Sans dessin, votre signature vaut autant.
        </p>
        <Button size="sm" onClick={erase} disabled={empty}>
          Effacer
        </Button>
      </div>
    </div>
  );
}

/** The thickness of a stroke, in hundredths of the pad's width. */
const PEN = 0.7;

function draw(board: HTMLCanvasElement, strokes: Trace): void {
  const context = board.getContext("2d");
  if (!context) return;
  const unit = board.width / 100;
  context.clearRect(0, 0, board.width, board.height);
  context.lineWidth = PEN * unit;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = "#10243e";
  for (const stroke of strokes) {
    context.beginPath();
    for (const [x, y] of stroke) context.lineTo(x * unit, y * unit);
    if (stroke.length === 1) {
      const [[x = 0, y = 0] = []] = stroke;
      context.lineTo(x * unit + 0.1, y * unit);
    }
    context.stroke();
  }
}
