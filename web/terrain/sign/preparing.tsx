import { useEffect, useState } from "react";
import { IDENTITES_VUES, type IdentiteVue } from "#domain/terrain/signature.ts";
import { Notice } from "#web/components/notice.tsx";
import { Band } from "#web/terrain/band.tsx";
import { hasSignatures, type Signer, type Signing } from "#web/terrain/device/signed.ts";
import { beginSigning, handOver, putSigning } from "#web/terrain/device/signing.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { titleOf } from "#web/terrain/rooms.tsx";
import { Block, Page, Tap, Text } from "#web/terrain/ui.tsx";
import { Digits, isCode } from "./digits.tsx";
import { Undo } from "./undo.tsx";

const PRESENCES = {
  present: "Présent",
  represented: "Représenté",
  absent: "Absent",
} as const;

/** The agent notes who is present and how each person was identified, then hands the tablet over. */
export function Preparing({ visit }: { visit: Visit }) {
  const { draft } = visit;
  const [ready, setReady] = useState<boolean | null>(null);
  useEffect(() => {
    void beginSigning(visit).then(setReady);
  }, [visit]);
  const { signing } = draft;
  return (
    <Page
      title="Signatures"
      text={titleOf(visit)}
      back={hasSignatures(visit) ? "#/" : `#/${draft.cle}/relecture`}
      foot={<Band UserId={draft.UserId} />}
    >
      {ready === false && (
        <Notice>
          Il faut le réseau une fois, visite ouverte, pour que cet état des lieux se signe ici.
        </Notice>
      )}
      {ready && signing && <People cle={draft.cle} signing={signing} />}
      {hasSignatures(visit) && <Undo cle={draft.cle} />}
    </Page>
  );
}

function People({ cle, signing }: { cle: string; signing: Signing }) {
  const [code, setCode] = useState("");
  const [telling, setTelling] = useState(false);
  const { people } = signing;
  const change = (changed: Signer, part: Partial<Signer>) =>
    void putSigning(cle, {
      ...signing,
      people: people.map((signer) => (signer === changed ? { ...signer, ...part } : signer)),
    });
  const missing = people.flatMap((signer) => missingOf(signer) ?? []);
  const all = isCode(code) ? missing : [...missing, "un code de quatre chiffres"];
  return (
    <>
      {Object.entries(people).map(([rank, signer]) => (
        <Block key={rank} title={signer.nom}>
          {signer.signature && !signer.signature.refus ? (
            <p className="text-green">A signé.</p>
          ) : (
            <SignerFields signer={signer} onChange={(part) => change(signer, part)} />
          )}
        </Block>
      ))}
      <Block title="Reprendre la tablette">
        <p className="mb-2 text-sm text-muted">
          Quatre chiffres de votre choix, que vous seul connaissez : ils vous la rendront.
        </p>
        <Digits label="Code" value={code} onChange={setCode} />
      </Block>
      {telling && all.length > 0 && <Notice className="mb-3">Il manque : {all.join(", ")}.</Notice>}
      <Tap
        tone="primary"
        className="w-full"
        onClick={() => (all.length > 0 ? setTelling(true) : void handOver(cle, signing, code))}
      >
        Remettre la tablette
      </Tap>
    </>
  );
}

function missingOf({ nom, presence, representative, identite }: Signer): string | null {
  if (presence === "absent") return null;
  if (presence === "represented" && representative.trim() === "") return `qui représente ${nom}`;
  return identite === null ? `l’identité de ${nom}` : null;
}

interface SignerFieldsProps {
  signer: Signer;
  onChange(part: Partial<Signer>): void;
}

function SignerFields({ signer, onChange }: SignerFieldsProps) {
  const { nom, presence, representative, identite } = signer;
  return (
    <div className="grid gap-3">
      <fieldset aria-label={`${nom} : présence`} className="flex flex-wrap gap-1.5">
        {(Object.keys(PRESENCES) as Signer["presence"][]).map((one) => (
          <Tap key={one} pressed={presence === one} onClick={() => onChange({ presence: one })}>
            {PRESENCES[one]}
          </Tap>
        ))}
      </fieldset>
      {presence === "represented" && (
        <Text
          label="Par qui (procuration vue)"
          value={representative}
          onChange={(value) => onChange({ representative: value })}
        />
      )}
      {presence !== "absent" && (
        <fieldset aria-label={`${nom} : identité vérifiée`}>
          <p className="mb-1 text-sm font-medium">Identité vérifiée</p>
          <div className="flex flex-wrap gap-1.5">
            {(Object.keys(IDENTITES_VUES) as IdentiteVue[]).map((kind) => (
              <Tap
                key={kind}
                pressed={identite === kind}
                onClick={() => onChange({ identite: kind })}
              >
                {IDENTITES_VUES[kind]}
              </Tap>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
