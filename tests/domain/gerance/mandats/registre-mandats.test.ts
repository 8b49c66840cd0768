import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contenuInscription,
  contenuObservation,
  contenuOuverture,
  numerosProposes,
  type RangeeDuRegistre,
  type RangeeScellee,
  refusOuverture,
  rupturesDuRegistre,
  sceller,
} from "#domain/gerance/mandats/registre-mandats.ts";

const empreinte = (texte: string) => createHash("sha256").update(texte).digest("hex");

const rangee = (id: number, texte: string): RangeeDuRegistre => ({
  id,
  numero: id,
  genre: "inscription",
  date: "2026-11-22",
  MissionId: id,
  contenu: contenuInscription({ dateSignature: "2026-11-20", mandants: [texte], biens: [] }),
  user: "admin@agence.example",
  createdAt: "2026-11-22T10:00:00.000Z",
});

const registre = (textes: readonly string[]) =>
  sceller(
    textes.map((texte, rang) => rangee(rang + 1, texte)),
    "",
    empreinte,
  );

describe("Le registre des mandats", () => {
  it("se vérifie de bout en bout, et s’allonge sans rien rouvrir", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 12 }), fc.string(), (textes, suite) => {
        const debut = registre(textes);
        const fin = sceller(
          [rangee(textes.length + 1, suite)],
          debut.at(-1)?.empreinte ?? "",
          empreinte,
        );
        const dites = fin.map(({ id, empreinte }) => ({ id, empreinte }));
        expect(rupturesDuRegistre([...debut, ...fin], empreinte, dites)).toEqual([]);
        expect(rupturesDuRegistre([...debut, ...fin], empreinte, [])).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("dit la ligne changée, retirée ou ajoutée, la dernière comme une autre, même rescellée", () => {
    const changements: ((rangee: RangeeDuRegistre) => Partial<RangeeDuRegistre>)[] = [
      ({ numero }) => ({ numero: numero + 1 }),
      () => ({ genre: "observation" }),
      () => ({ date: "2026-11-23" }),
      () => ({ MissionId: null }),
      () => ({ user: null }),
      () => ({ createdAt: "2026-11-22T10:00:00.001Z" }),
      () => ({ contenu: contenuObservation("Annulé.") }),
      ({ contenu }) => ({ contenu: { ...contenu, mandants: `${contenu.mandants}.` } }),
      ({ contenu }) => ({ contenu: { ...contenu, dateMandat: "2026-11-21" } }),
    ];
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 2, maxLength: 8 }),
        fc.nat(),
        fc.constantFrom(...changements),
        (textes, n, change) => {
          const lignes = registre(textes);
          const rang = n % lignes.length;
          const dites = lignes.slice(-1).map(({ id, empreinte }) => ({ id, empreinte }));
          const rupture = (fausses: RangeeScellee[]) =>
            expect(rupturesDuRegistre(fausses, empreinte, dites)).not.toEqual([]);
          rupture(lignes.map((ligne, i) => (i === rang ? { ...ligne, ...change(ligne) } : ligne)));
          rupture(lignes.toSpliced(rang, 1));
          rupture(lignes.slice(0, rang));
          const refaites = lignes.map((ligne, i) =>
            i === rang ? { ...ligne, ...change(ligne) } : ligne,
          );
          rupture(sceller(refaites, "", empreinte));
          const dernier = lignes.at(-1)?.empreinte ?? "";
          rupture([...lignes, ...sceller([rangee(lignes.length + 1, "")], dernier, empreinte)]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("s’ouvre au numéro qui suit le dernier des mandats d’avant sans que rien soit rompu", () => {
    const ouverture: RangeeDuRegistre = {
      ...rangee(1, ""),
      numero: 12,
      genre: "observation",
      MissionId: null,
      contenu: contenuOuverture(13),
    };
    const suite = [7, 12, 13].map((numero, rang) => ({ ...rangee(rang + 2, "Durand"), numero }));
    const lignes = (rangees: RangeeDuRegistre[]) => sceller(rangees, "", empreinte);
    expect(rupturesDuRegistre(lignes([ouverture, ...suite]), empreinte, [])).toEqual([]);
    expect(
      rupturesDuRegistre(
        lignes([ouverture, ...suite, { ...rangee(5, "Autre"), numero: 12 }]),
        empreinte,
        [],
      ),
    ).toEqual(["Ligne 5 : le numéro 000012 est donné deux fois"]);
  });

  it("propose les numéros tapés, puis les suivants, et nomme les doubles", () => {
    const mandats = ["G-0012", null, "2019 / 12", "7"].map((numRegistre, rang) => ({
      MissionId: rang + 1,
      mandants: `Mandant ${rang + 1}`,
      dateSignature: `2026-01-0${rang + 1}`,
      numRegistre,
    }));
    const proposes = numerosProposes(mandats).map(({ MissionId, numero }) => ({
      MissionId,
      numero,
    }));
    expect(proposes).toEqual([
      { MissionId: 4, numero: 7 },
      { MissionId: 1, numero: 12 },
      { MissionId: 2, numero: 13 },
      { MissionId: 3, numero: 14 },
    ]);
    expect(refusOuverture({ premier: 15, mandats: proposes }, mandats)).toEqual({});
    expect(
      refusOuverture(
        { premier: 15, mandats: [...proposes.slice(0, 3), { MissionId: 3, numero: 12 }] },
        mandats,
      ),
    ).toEqual({ "mandats.3.numero": "Le numéro 12 est déjà celui du mandat de Mandant 1." });
  });
});
