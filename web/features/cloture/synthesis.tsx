import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ContenuCompteRendu, MandantRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import { honorairesDits } from "#domain/gerance/cloture/honoraires-pris.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { Section } from "./section.tsx";

interface LineProps {
  label: ReactNode;
  amount: number;
  strong?: boolean;
}

function Line({ label, amount, strong }: LineProps) {
  return (
    <div
      className={clsx(
        "flex items-baseline justify-between gap-6 py-1",
        strong && "mt-1 border-t pt-2 font-semibold",
      )}
    >
      <dt>{label}</dt>
      <dd className={clsx("whitespace-nowrap tabular-nums", strong && amount < 0 && "text-red")}>
        {formatEuros(amount)}
      </dd>
    </div>
  );
}

/** Leaves out a line whose amount is zero. */
const unlessZero = (label: string, amount: number) =>
  amount !== 0 && <Line label={label} amount={amount} />;

/** The amounts that lead from the former balance to the sum paid out, then the share of each owner. */
export function Synthesis({ contenu }: { contenu: ContenuCompteRendu }) {
  const direct = contenu.modeFonds === "proprietaire";
  const fees = honorairesDits(contenu);
  return (
    <Section title="Synthèse">
      {direct && (
        <dl className="mb-3">
          <Line label="Loyers et charges appelés" amount={contenu.loyersAppeles} />
          <Line label="Déclarés reçus" amount={contenu.loyersRecus} />
          <Line label="Non confirmés" amount={contenu.loyersNonConfirmes} />
        </dl>
      )}
      <dl>
        {(!direct || contenu.soldePrecedent !== 0) && (
          <Line label="Solde précédent" amount={contenu.soldePrecedent} />
        )}
        {(!direct || contenu.encaissements !== 0) && (
          <Line label="Encaissements" amount={contenu.encaissements} />
        )}
        {(!direct || fees.pris !== 0) && (
          <Line label="Honoraires de gestion TTC" amount={-fees.pris} />
        )}
        {unlessZero("Garantie loyers impayés", -contenu.assuranceLoyers)}
        {unlessZero("Dépenses payées pour le compte du mandant", -contenu.depenses)}
        {unlessZero("Autres mouvements", contenu.autresMouvements)}
        {(!direct || contenu.solde !== 0) && (
          <Line label="Solde du présent compte" amount={contenu.solde} strong />
        )}
        {unlessZero("Provision conservée", -contenu.provision)}
        {unlessZero("Factures à payer ou sommes sorties depuis", -contenu.reserves)}
        {direct && <Line label="Honoraires à régler TTC" amount={contenu.honorairesTTC} strong />}
        {(!direct || contenu.reversement !== 0) && (
          <Line label="Reversement" amount={contenu.reversement} strong />
        )}
      </dl>
      {fees.dus > 0 && (
        <p className="mt-3 text-sm text-muted">
          Honoraires dus, pris sur les prochains fonds : {formatEuros(fees.dus)}.
        </p>
      )}
      {(!direct || contenu.reversement !== 0) && contenu.mandants.length > 0 && (
        <ul className="mt-3 space-y-1 rounded-md bg-sunken px-3 py-2">
          {contenu.mandants.map((mandant) => (
            <Share key={mandant.ClientId} mandant={mandant} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Share({ mandant }: { mandant: MandantRendu }) {
  const { ClientId, nom, num, den, montant, iban } = mandant;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <Link href={`/client/${ClientId}?tab=compte`} className="font-medium hover:underline">
        {nom}
      </Link>
      {num !== den && <span className="text-sm text-muted">{shareInWords(num, den)}</span>}
      <span className="text-sm text-muted">{iban ?? "IBAN inconnu"}</span>
      <span className="ml-auto whitespace-nowrap tabular-nums">{formatEuros(montant)}</span>
    </li>
  );
}

/** « 60 % », « 1/3 ». */
export function shareInWords(num: number, den: number): string {
  const percent = (100 * num) / den;
  return Number.isInteger(percent * 100)
    ? `${formatNombre(percent, 2).replace(/,?0+$/, "")}\u00A0%`
    : `${num}/${den}`;
}
