import { clsx } from "clsx";
import type { LigneDeSolde } from "#domain/gerance/departs/depart.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";

interface AccountTableProps {
  lignes: readonly LigneDeSolde[];
  /** The sum to return to the tenant and the sum that he still owes, both in cents. */
  restitution: number;
  resteDu: number;
}

export function AccountTable({ lignes, restitution, resteDu }: AccountTableProps) {
  return (
    <table className="w-full">
      <caption className="sr-only">Compte de sortie</caption>
      <tbody>
        {lignes.map(({ libelle, montant }) => (
          <tr key={`${libelle} ${montant}`} className="border-b">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {libelle}
            </th>
            <td className="py-2 text-right whitespace-nowrap tabular-nums">
              {formatEuros(enEuros(montant))}
            </td>
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="py-2 pr-3 text-left">
            {resteDu > 0
              ? "Reste dû par le locataire"
              : restitution > 0
                ? "À rendre au locataire"
                : "Rien à rendre"}
          </th>
          <td
            className={clsx(
              "py-2 text-right whitespace-nowrap tabular-nums",
              resteDu > 0 && "text-red",
            )}
          >
            {formatEuros(enEuros(resteDu > 0 ? resteDu : restitution))}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
