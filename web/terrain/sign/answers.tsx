import { formatInstant } from "#domain/dates.ts";
import { type Signing, signaturesOf } from "#web/terrain/device/signed.ts";

/** The answer of each person, with its time by the device's clock. */
export function Answers({ signing }: { signing: Signing }) {
  return (
    <ul className="divide-y">
      {Object.entries(signaturesOf(signing)).map(
        ([rank, { nom, qualite, role, leAppareil, refus }]) => (
          <li key={rank} className="py-2">
            <p className="flex justify-between gap-3 font-medium">
              {nom}
              <span className={refus ? "text-orange" : "text-green"}>
                {refus ? (refus.absent ? "Absent" : "A refusé") : "A signé"}
              </span>
            </p>
            <p className="text-sm text-muted">
              {[
                role === "agence" ? "pour l’agence" : qualite,
                `à ${formatInstant(new Date(leAppareil)).slice(-5)}`,
                refus && !refus.absent && refus.motif,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ),
      )}
    </ul>
  );
}
