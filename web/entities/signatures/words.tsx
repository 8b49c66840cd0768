import { Ban, Clock, PenLine, ShieldCheck, Stamp } from "lucide-react";
import { ETATS_DEMANDE, type EtatDemande, ROLES } from "#domain/signature/demande.ts";
import type { DemandeRow, SignataireRow } from "#domain/signature/wire.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { CircleX, type Icon } from "#web/components/ui/row-icons.tsx";
import { formatInstant } from "#web/lib/format.ts";

const LOOKS: Readonly<Record<EtatDemande, { tone: Tone; icon: Icon }>> = {
  a_signer: { tone: "orange", icon: PenLine },
  a_signer_agence: { tone: "blue", icon: Stamp },
  a_sceller: { tone: "blue", icon: Stamp },
  scellee: { tone: "green", icon: ShieldCheck },
  refusee: { tone: "red", icon: CircleX },
  expiree: { tone: "grey", icon: Clock },
  annulee: { tone: "grey", icon: Ban },
  remplacee: { tone: "grey", icon: Ban },
};

/** The state of a request; « Rétracté » when the client has withdrawn from the contract. */
export function DemandeBadge({ etat, retracteeLe }: Pick<DemandeRow, "etat" | "retracteeLe">) {
  if (retracteeLe) {
    return (
      <Badge tone="red" icon={CircleX}>
        Rétracté
      </Badge>
    );
  }
  const { tone, icon } = LOOKS[etat];
  return (
    <Badge tone={tone} icon={icon}>
      {ETATS_DEMANDE[etat]}
    </Badge>
  );
}

const OPEN: readonly EtatDemande[] = ["a_signer", "a_signer_agence", "a_sceller"];

/** Whether the request may still lead to a signed file. */
export const isOpen = ({ etat }: Pick<DemandeRow, "etat">) => OPEN.includes(etat);

/** « Mme Moreau, représentante légale de … » */
export const signerName = ({ nom, qualite }: Pick<SignataireRow, "nom" | "qualite">) =>
  qualite ? `${nom}, ${qualite}` : nom;

/** « Locataire »; for the agency, « Agence » alone. */
export const roleOf = ({ role }: Pick<SignataireRow, "role">) =>
  role === "agence" ? "Agence" : ROLES[role];

/** The furthest step that a signer has reached, in words. */
export function progressOf(signer: SignataireRow): { tone: Tone; word: string; at: string | null } {
  const { signeLe, refuseLe, luLe, vuLe, envoyeLe, aSonTour, role } = signer;
  if (signeLe) return { tone: "green", word: "A signé", at: signeLe };
  if (refuseLe) return { tone: "red", word: "A refusé", at: refuseLe };
  if (luLe) return { tone: "blue", word: "A lu", at: luLe };
  if (vuLe) return { tone: "blue", word: "A ouvert son lien", at: vuLe };
  if (envoyeLe) return { tone: "orange", word: "Lien envoyé", at: envoyeLe };
  if (aSonTour) return { tone: "orange", word: "À son tour", at: null };
  return {
    tone: "grey",
    word: role === "agence" ? "Signe en dernier" : "Attend son tour",
    at: null,
  };
}

/** « 2 signatures sur 4 » */
export function countOfSigned({ signataires }: Pick<DemandeRow, "signataires">): string {
  const signed = signataires.filter(({ signeLe }) => signeLe).length;
  return `${signed} signature${signed > 1 ? "s" : ""} sur ${signataires.length}`;
}

/** « le 21/11/2026 10:31 » */
export const since = (instant: string) => `le ${formatInstant(instant)}`;
