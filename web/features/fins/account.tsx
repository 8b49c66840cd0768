import {
  type ContenuFin,
  depotsTenus,
  type FaitsDeFin,
  type LocataireDuMandat,
} from "#domain/gerance/mandats/fin-de-mandat.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";

const euros = (cents: number) => formatEuros(enEuros(cents));

interface TenantsProps {
  locataires: readonly (Pick<
    LocataireDuMandat,
    "DossierId" | "locataire" | "logement" | "depot" | "avance" | "du"
  > &
    Partial<Pick<LocataireDuMandat, "remis">>)[];
}

/** For each tenant: the deposit held or handed over, the advance, and his debt to the owner. */
export function Tenants({ locataires }: TenantsProps) {
  if (locataires.length === 0) return <p className="text-muted">Aucun locataire.</p>;
  return (
    <ul className="divide-y">
      {locataires.map(({ DossierId, locataire, logement, depot, avance, du, remis = 0 }) => (
        <li key={DossierId} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
          <span className="min-w-0">
            <span className="font-medium">{locataire}</span>
            <span className="block text-sm text-muted">{logement}</span>
          </span>
          <span className="text-right tabular-nums">
            {euros(depot + remis)}
            <span className="block text-sm text-muted">
              {[
                remis > 0 && "remis",
                avance > 0 && `${euros(avance)} d’avance`,
                du > 0 && `doit ${euros(du)}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The owner's account as it is now or, once it is frozen, the frozen account. */
export function AccountOfEnd({
  faits,
  contenu,
}: {
  faits: FaitsDeFin;
  contenu: ContenuFin | null;
}) {
  const lines = contenu
    ? [
        { label: "Solde du compte avant l’arrêté", amount: contenu.soldeAvant },
        { label: "Dépôts de garantie remis", amount: contenu.depotsVerses },
        { label: "Derniers honoraires", amount: -contenu.honoraires },
      ]
    : [
        { label: "Solde du compte, provision comprise", amount: faits.solde },
        { label: "Dépôts et avances tenus", amount: depotsTenus(faits.locataires) },
      ];
  const total = contenu ? contenu.reversement : null;
  return (
    <table className="w-full">
      <caption className="sr-only">Dernier compte du mandat</caption>
      <tbody>
        {lines
          .filter(({ amount }, rank) => rank === 0 || amount !== 0)
          .map(({ label, amount }) => (
            <tr key={label} className="border-b">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {label}
              </th>
              <td className="py-2 text-right whitespace-nowrap tabular-nums">{euros(amount)}</td>
            </tr>
          ))}
        {total !== null && (
          <tr className="font-semibold">
            <th scope="row" className="py-2 pr-3 text-left">
              Versé pour solde
            </th>
            <td className="py-2 text-right whitespace-nowrap tabular-nums">{euros(total)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
