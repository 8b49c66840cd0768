import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { type Place, SHORTCUTS } from "#web/lib/shortcuts.ts";
import { useAreHeld } from "#web/lib/use-shortcuts.ts";

/** The keys that work on the screen under the dialog, by place. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const areHeld = useAreHeld();
  const places = (Object.keys(SHORTCUTS) as Place[])
    .map((place) => {
      const shortcuts: [keys: string, does: string | null][] = Object.entries(SHORTCUTS[place]);
      return { place, shown: shortcuts.filter(([keys, does]) => does && areHeld(place, keys)) };
    })
    .filter(({ shown }) => shown.length > 0);
  return (
    <Dialog open size="sm" title="Raccourcis clavier" onOpenChange={(open) => !open && onClose()}>
      <DialogBody className="space-y-5">
        {places.map(({ place, shown }) => (
          <section key={place} aria-label={place}>
            <h3 className="mb-1 text-xs font-medium text-muted">{place}</h3>
            <dl>
              {shown.map(([keys, does]) => (
                <div
                  key={keys}
                  className="flex min-h-9 items-center justify-between gap-4 border-b last:border-b-0"
                >
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.split(/[ +]/).map((name) => (
                      <Key key={name} name={name} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}

/** The sign printed on a key, and its name for screen readers. */
const ENGRAVED: Readonly<Record<string, readonly [sign: string, said?: string]>> = {
  Control: ["Ctrl"],
  Enter: ["Entrée"],
  Escape: ["Échap"],
  Home: ["Début"],
  End: ["Fin"],
  PageUp: ["Page ↑", "Page précédente"],
  PageDown: ["Page ↓", "Page suivante"],
  ArrowLeft: ["←", "Flèche gauche"],
  ArrowRight: ["→", "Flèche droite"],
  ArrowUp: ["↑", "Flèche haut"],
  ArrowDown: ["↓", "Flèche bas"],
};

function Key({ name }: { name: string }) {
  const [sign, said] = ENGRAVED[name] ?? [name];
  return (
    <kbd className="min-w-6 rounded border bg-canvas px-1.5 py-0.5 text-center font-sans text-xs text-muted">
      <span aria-hidden={said !== undefined}>{sign}</span>
      {said && <span className="sr-only">{said}</span>}
    </kbd>
  );
}
