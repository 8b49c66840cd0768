import { beforeAll, describe, expect, inject, test } from "vitest";
import {
  type Agence,
  BAIL,
  CAUTION,
  creer,
  ETAT_LIEUX,
  LOCATAIRE,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import { cherche } from "../../support/fiches/marqueurs.ts";
import { envoyer, fichier, PDF } from "../../support/fichiers/televersements.ts";
import type { Answer } from "../../support/worker/api.ts";
import { openHouse } from "../../support/worker/house.ts";

/** Rounds of each race; `FUZZ=60` for a longer look. */
const FOIS = inject("fuzz") ?? 5;
const CLOS = { dateSortie: "2026-01-31" };

type Ids = Awaited<ReturnType<typeof louer>> & { CautionId: number; DocumentId: number };

let agence: Agence;
/** The limit of calls per minute does not apply to these tests. */
const sansCompter: RateLimit = { limit: async () => ({ success: true }) };
beforeAll(async () => {
  agence = await ouvrirAgence(
    openHouse({
      DOCUMENT_LIMIT: sansCompter,
      MAIL_LIMIT: sansCompter,
      UPLOAD_LIMIT: sansCompter,
    }),
  );
});

const api = () => agence.admin;

/** Acts that write about a tenant while the erasure runs; each writes `mot` somewhere. */
const GESTES: Record<string, (ids: Ids, mot: string) => Promise<Answer<unknown>>> = {
  "un document généré": ({ DossierId }) =>
    api().get(`/Dossier/${DossierId}/contratLocation/generate`),
  "un acte de cautionnement généré": ({ DossierId, CautionId }) =>
    api().get(`/Dossier/${DossierId}/acteCautionnement/${CautionId}/generate`),
  "un courriel envoyé": ({ DocumentId }, mot) =>
    api().post("/Courriel", {
      document: { DocumentId },
      destinataires: [`${mot}@exemple.fr`],
      objet: mot,
      texte: mot,
    }),
  "un bail ouvert": ({ AppartementId, LocataireId }, mot) =>
    api().post("/Dossier", { ...BAIL, ...CLOS, AppartementId, LocataireId, travaux: mot }),
  "une caution ajoutée": async ({ DossierId }, mot) => {
    const { id } = await creer(api(), "Caution", { ...CAUTION, nom: "Autre" });
    const ajout = await api().put(`/Dossier/${DossierId}/caution/add/${id}`);
    if (ajout.status === 200) await api().put(`/Caution/${id}`, { nom: mot });
    return ajout;
  },
  "un fichier téléversé": ({ LocataireId }, mot) =>
    envoyer(api(), "/Fichier", [
      fichier(PDF, `${mot}.pdf`),
      { champ: "LocataireId", contenu: String(LocataireId) },
    ]),
  "un bail signé déposé": ({ DossierId }, mot) =>
    envoyer(
      api(),
      `/Dossier/${DossierId}`,
      [{ champ: "contratLocation", fichier: `${mot}.pdf`, contenu: PDF }],
      { methode: "PUT" },
    ),
  "un texte du bail": ({ DossierId }, mot) =>
    api().put(`/Dossier/${DossierId}`, { nouvelleAdresse: mot }),
  "une coordonnée": ({ LocataireId }, mot) =>
    api().put(`/Locataire/${LocataireId}`, { nomJeuneFille: mot }),
  "un état des lieux": ({ DossierId }, mot) =>
    api().put(`/Dossier/${DossierId}/etatOut/set`, { ...ETAT_LIEUX, clef: mot }),
};

/** The only statuses allowed for an act, when they are fewer than the usual ones. */
const SUITES: Record<string, number[]> = { "un fichier téléversé": [201, 409] };

describe("Pendant qu’un locataire s’efface", () => {
  test.each(Object.entries(GESTES))(
    "%s : rien n’en reste, ou il est refusé",
    async (nom, geste) => {
      const mot = `Zyxwv${nom.replaceAll(/\W/g, "")}`;
      const suites = { fait: 0, refuse: 0 };
      for (let fois = 0; fois < FOIS; fois++) {
        const loue = await louer(api(), { locataire: { ...LOCATAIRE, nom: mot }, bail: CLOS });
        const { id: CautionId } = await creer(api(), "Caution", { ...CAUTION, nom: mot });
        await api().put(`/Dossier/${loue.DossierId}/caution/add/${CautionId}`);
        await api().get(`/Dossier/${loue.DossierId}/etiquetteLocataire/generate`);
        const { data } = await api().get<{ id: number }[]>(
          `/Document?entite=Dossier&id=${loue.DossierId}`,
        );
        const ids = { ...loue, CautionId, DocumentId: data[0]?.id ?? 0 };
        const attendre = (ms: number) => new Promise((suite) => setTimeout(suite, ms));
        const [efface, fait] = await Promise.all([
          attendre((fois % 4) * 4).then(() => api().post(`/Locataire/${ids.LocataireId}/effacer`)),
          geste(ids, mot),
        ]);
        expect(efface.status).toBe(200);
        expect(SUITES[nom] ?? [200, 201, 404, 409, 422]).toContain(fait.status);
        suites[fait.status < 300 ? "fait" : "refuse"]++;
        const apres = await geste(ids, mot);
        expect([404, 409]).toContain(apres.status);
      }
      console.info(`${nom} : ${suites.fait} avant, ${suites.refuse} refusés, sur ${FOIS}`);
      await agence.house.drain();
      expect(await cherche(new RegExp(mot, "i"))).toEqual([]);
    },
  );
});
