import { useState } from "react";
import { putSigning } from "#web/terrain/device/signing.ts";
import { Tap } from "#web/terrain/ui.tsx";

/** A button that erases the signatures, after a question, so that the inventory can be written again. */
export function Undo({ cle }: { cle: string }) {
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <Tap className="mt-3 w-full text-muted!" onClick={() => setAsked(true)}>
        Corriger l’état des lieux
      </Tap>
    );
  return (
    <div className="mt-3 grid gap-2">
      <p>Les signatures recueillies seront effacées.</p>
      <Tap
        className="text-danger!"
        onClick={() => {
          window.location.hash = `/${cle}/relecture`;
          void putSigning(cle, null);
        }}
      >
        Effacer et corriger
      </Tap>
      <Tap onClick={() => setAsked(false)}>Garder les signatures</Tap>
    </div>
  );
}
