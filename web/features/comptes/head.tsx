import { clsx } from "clsx";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import type { AgesDesDettes, CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { DETENTEURS, type Detenteur } from "#domain/gerance/reprise/solde-repris.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { Card } from "#web/components/ui/card.tsx";

interface AccountHeadProps {
  account: CompteDuDossier;
  actions: ReactNode;
}

/**
 * The state of the account: its balance, its other sums (advance, cheques, declared payments, deposit), and the age
 * of the debt.
 */
export function AccountHead({ account, actions }: AccountHeadProps) {
  const { solde, exigible, aConfirmer, avance, enAttente, declare, depot, detenu, debut } = account;
  const held = somme(detenu.agence, detenu.bailleur);
  return (
    <Card className="space-y-4 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-start gap-x-10 gap-y-3">
        <Figure
          label="Solde dû"
          value={formatEuros(solde)}
          tone={exigible > aConfirmer ? "red" : undefined}
          note={noteOf(account)}
        />
        {avance > 0 && <Figure label="Avance" value={formatEuros(avance)} tone="green" />}
        {enAttente > 0 && (
          <Figure label="Chèques à encaisser" value={formatEuros(enAttente)} note="sous réserve" />
        )}
        {declare > 0 && (
          <Figure
            label="Déclaré, à confirmer"
            value={formatEuros(declare)}
            note="compris dans le solde"
          />
        )}
        {(depot.appele > 0 || held > 0) && (
          <Figure
            label="Dépôt de garantie"
            value={formatEuros(held)}
            note={
              depot.recu < depot.appele
                ? `reçus sur ${formatEuros(depot.appele)}`
                : Object.entries(DETENTEURS)
                    .filter(([who]) => detenu[who as Detenteur] > 0)
                    .map(([, name]) => `détenu par ${name.toLowerCase()}`)
                    .join(", ")
            }
          />
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
      </div>
      {debut === null && (
        <Notice icon={Info} tone="blue">
          Les comptes ne sont pas encore ouverts : les quittances d’avant n’y sont pas une dette.
        </Notice>
      )}
      {solde > 0 && <Ageing ages={account.ages} solde={solde} />}
    </Card>
  );
}

/**
 * Two parts of the balance that need attention, in words: the part already due, unless all of it is due; and the part
 * that the owner received and must confirm. Null when there is neither.
 */
function noteOf({ solde, exigible, aConfirmer }: CompteDuDossier): string | null {
  const parts = [
    solde > exigible && `${formatEuros(exigible)} échus`,
    aConfirmer > 0 && `${formatEuros(aConfirmer)} à confirmer par le propriétaire`,
  ].filter(Boolean);
  return parts.length > 0 ? `dont ${parts.join(", ")}` : null;
}

interface FigureProps {
  label: string;
  value: string;
  note?: ReactNode;
  tone?: "red" | "green" | undefined;
}

function Figure({ label, value, note, tone }: FigureProps) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <p
        className={clsx(
          "text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums",
          tone === "red" && "text-red",
          tone === "green" && "text-green",
        )}
      >
        {value}
      </p>
      {note && <p className="text-sm text-muted">{note}</p>}
    </div>
  );
}

const AGES: readonly { name: keyof AgesDesDettes; label: string; className: string }[] = [
  { name: "aEchoir", label: "À échoir", className: "bg-blue/50" },
  { name: "jusqua30", label: "0 à 30 jours", className: "bg-orange/50" },
  { name: "jusqua60", label: "31 à 60 jours", className: "bg-orange" },
  { name: "jusqua90", label: "61 à 90 jours", className: "bg-red/60" },
  { name: "auDela", label: "Plus de 90 jours", className: "bg-red" },
];

function Ageing({ ages, solde }: { ages: AgesDesDettes; solde: number }) {
  const shown = AGES.filter(({ name }) => ages[name] > 0);
  return (
    <section aria-label="Ancienneté de la dette">
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {shown.map(({ name, className }) => (
          <span
            key={name}
            className={clsx("h-full min-w-1", className)}
            style={{ flex: `${ages[name] / solde} 1 0` }}
          />
        ))}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {shown.map(({ name, label, className }) => (
          <div key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={clsx("size-2 rounded-full", className)} />
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{formatEuros(ages[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
