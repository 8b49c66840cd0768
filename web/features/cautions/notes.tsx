import { useQuery } from "@tanstack/react-query";
import { agenceDe } from "#domain/agence/agence.ts";
import { regime } from "#domain/bail/bail.ts";
import { avertissementsCautionnement } from "#domain/bail/cautionnement.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { record } from "#domain/personnes/caution.ts";
import type { NotesSourceProps } from "#web/components/form/form-notes.tsx";
import { useReadable, useTelling } from "#web/components/form/form-telling.ts";
import { agenceQuery } from "#web/entities/agence/variables-agence.ts";
import { appartements } from "#web/entities/biens/appartements.ts";
import { locataires } from "#web/entities/personnes/locataires.ts";

/** Warns about the doubtful points of the deed while the user types. */
export function CautionNotes({ dossier, tell }: NotesSourceProps & { dossier: DossierDetail }) {
  const caution = useReadable(record);
  const appartement = useQuery(appartements.find(dossier.AppartementId)).data ?? null;
  const locataire = useQuery(locataires.find(dossier.LocataireId)).data ?? null;
  const agence = useQuery(agenceQuery).data;
  useTelling(
    tell,
    avertissementsCautionnement(
      {
        regime: regime(dossier, dossier.Locataire.rp),
        dossier,
        appartement,
        bailleurs: appartement?.proprietaires ?? null,
        locataire,
        cautions: dossier.Cautions,
        presentes: null,
        pieces: null,
        mandat: null,
        agence: agence ?? agenceDe([]),
        emission: null,
      },
      caution,
    ),
  );
  return null;
}
