import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { Card } from "#web/components/ui/card.tsx";
import { formatCount } from "#web/lib/format.ts";

/** The figures of a mission (missions/README §7.4); a bar shows how much of the total is paid. */
export function MissionSummary({ mission }: { mission: MissionDetail }) {
  const { nbAppart, appartementsRestants, valeurTotalMission, valeurTotalHT } = mission;
  const rate = formatNombre(mission.tauxTva, 2).replace(/,?0+$/, "") || "0";
  return (
    <section
      aria-label="Chiffres de la mission"
      className="mt-4 grid grid-cols-2 gap-3 xl:grid-cols-[1fr_1fr_1fr_1.6fr]"
    >
      <Figure
        label="Appartements"
        value={String(nbAppart)}
        note={
          appartementsRestants > 0
            ? formatCount(appartementsRestants, "restant à désigner", "restants à désigner")
            : "tous désignés"
        }
      />
      <Figure
        label="Total TTC"
        value={formatEuros(valeurTotalMission)}
        note={`${nbAppart} × ${formatEuros(mission.valeurMissionAppt)}`}
      />
      <Figure
        label="Total HT"
        value={formatEuros(valeurTotalHT)}
        note={`TVA ${rate} % : ${formatEuros(somme(valeurTotalMission, -valeurTotalHT))}`}
      />
      <Balance mission={mission} />
    </section>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note: string;
  children?: ReactNode;
}

function Figure({ label, value, note, children }: FigureProps) {
  return (
    <Card className="px-4 py-3">
      <dl>
        <dt className="text-sm text-muted">{label}</dt>
        <dd>
          <span className="text-xl font-semibold tracking-tight tabular-nums">{value}</span>
          {children}
          <span className="mt-0.5 block text-xs text-muted tabular-nums">{note}</span>
        </dd>
      </dl>
    </Card>
  );
}

const FILLS = {
  paid: "bg-[light-dark(oklch(0.6_0.13_155),oklch(0.7_0.13_156))]",
  late: "bg-[light-dark(oklch(0.58_0.18_26),oklch(0.66_0.17_24))]",
  asked: "bg-[light-dark(oklch(0.72_0.14_65),oklch(0.76_0.13_70))]",
};

/** A bar of the sums paid, late, and requested but not late; its empty end is the sum not requested yet. */
function Balance({ mission }: { mission: MissionDetail }) {
  const { valeurTotalMission, resteAPayer, Accomptes } = mission;
  const unpaid = Accomptes.filter(({ regle }) => !regle);
  const paid = somme(valeurTotalMission, -resteAPayer);
  const late = somme(...unpaid.filter(({ enRetard }) => enRetard).map(({ prix }) => prix));
  const asked = somme(...unpaid.map(({ prix }) => prix), -late);
  const parts = [
    { name: "paid", amount: paid, words: `${formatEuros(paid)} payés` },
    { name: "late", amount: late, words: `${formatEuros(late)} en retard` },
    { name: "asked", amount: asked, words: `${formatEuros(asked)} à régler` },
  ] as const;
  const shown = parts.filter(({ amount }) => amount > 0);
  const words = shown.map((part) => part.words).join(", ") || "rien n’est payé ni demandé";
  const whole = Math.max(valeurTotalMission, somme(...shown.map(({ amount }) => amount)), 1);
  return (
    <Figure
      label={resteAPayer < 0 ? "Trop-perçu" : "Reste à payer"}
      value={formatEuros(Math.abs(resteAPayer))}
      note={words.charAt(0).toUpperCase() + words.slice(1)}
    >
      <span
        role="img"
        aria-label={`Sur ${formatEuros(valeurTotalMission)} : ${words}`}
        className="mt-1.5 mb-1 flex h-2 gap-0.5 overflow-hidden rounded-full bg-line"
      >
        {shown.map(({ name, amount }) => (
          <span
            key={name}
            className={clsx("h-full min-w-1", FILLS[name])}
            style={{ width: `${(100 * amount) / whole}%` }}
          />
        ))}
      </span>
    </Figure>
  );
}
