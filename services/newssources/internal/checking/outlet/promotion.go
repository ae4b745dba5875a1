package outlet

import (
	_ "embed"
	"strings"
)

const (
	// promotedShare is the minimum share of titles with promoted words in a document that promotes gambling
	// or medicine, and usualPromotedShare the maximum share in earlier documents of an outlet that does not.
	promotedShare, usualPromotedShare = 0.4, 0.1
	newPromotionPoints                = 2.5
	// onlyPromotionPoints are for a document in which at least onlyPromotedShare of the titles have promoted
	// words, with at least minPromotedWords different ones. Without known items, they suffice even if the name
	// is unchanged, because buyers of lapsed domains often keep the name. Reports about one casino use fewer
	// different words.
	onlyPromotedShare, minPromotedWords, onlyPromotionPoints = 0.6, 3, 7
)

// promotedWords are words about gambling and about medicine without a prescription. Most lapsed domains of
// newspapers promote one of these. "_" is the beginning or end of a word.
var promotedWords = parseWords(`
	_casino, cassino, kasino, kaszinó, cazino, kasyno, nätcasino, καζίνο, казино, カジノ, 카지노, 赌场, 娱乐城, คาสิโน,
	كازينو, کازینو, कैसीनो, ক্যাসিনো, קזינו, sòng bạc, _slot_, _slots_, _slotlar, สล็อต, スロット, 슬롯, سلوتس, 老虎机,
	老虎機, φρουτάκι, spielautomat, spelautomat, tragamonedas, tragaperras, caça níqueis, caca niqueis,
	machine à sous, machines à sous, gokkasten, автоматы на деньги, gacor, maxwin, _judi_, togel, gambling,
	قمار, जुआ, 博彩, 토토, 彩金, הימורים, poker, póquer, pôquer, покер, πόκερ, ポーカー, 포커, بوكر, پوکر, पोकर, פוקר, 扑克,
	撲克, roulette, ruleta, roleta, ruletka, rulet_, рулетк, ρουλέτα, ルーレット, 룰렛, روليت, رولت, रूलेट, רולטה, 轮盘,
	輪盤, blackjack, блэкджек, baccara, 百家乐, 百家樂, バカラ, 바카라, บาคาร่า, jackpot, джекпот, ジャックポット, free spin,
	freispiele, tours gratuits, giros gratis, giro gratis, rodadas grátis, фриспин, 無料スピン, sports bet,
	sportsbet, sportsbook, betting site, betting odds, betting bonus, sportwetten, wettanbieter, apuestas,
	apostas, paris sportifs, scommesse, bahis, букмекер, ставки на, ставок на, στοιχηματ, スポーツ賭博, مراهنات,
	رهانات, شرط بندی, सट्टेबाज, แทงบอล, cá cược, nhà cái, bukmachersk, sportfogadás, kladionic,
	pariuri, no deposit, ohne einzahlung, sin depósito, sin deposito, sem depósito, sem deposito, sans dépôt,
	бездепозит, 入金不要, viagra, виагра, バイアグラ, _cialis_, сиалис, _levitra_, kamagra, sildenafil, tadalafil,
	_tramadol_, _xanax_, modafinil, ivermectin, without prescription, without a prescription, sin receta,
	sans ordonnance, ohne rezept, senza ricetta, без рецепта`)

// adviceText has words of titles of guides, comparisons and offers, which fill most websites that follow a
// newspaper at its domain. News has them, too, but seldom. "_" is the beginning or end of a word.
//
//go:embed advice.txt
var adviceText string

var adviceWords = parseWords(adviceText)

const (
	// minAdviceTitles is the number of titles from which their share with advice words counts, minAdviceRise
	// by how much the share must rise, and maxAdvicePoints are the points for a rise from none to all titles.
	minAdviceTitles, minAdviceRise, maxAdvicePoints = 5, 0.3, 5
)

// advicePoints returns points if many more new titles than earlier ones are those of guides and offers.
func advicePoints(before, after []string) float64 {
	if len(before) < minAdviceTitles || len(after) < minAdviceTitles {
		return 0
	}
	usual, _ := shareWithWords(before, adviceWords)
	share, _ := shareWithWords(after, adviceWords)
	if share-usual < minAdviceRise {
		return 0
	}
	return maxAdvicePoints * (share - usual)
}

func parseWords(text string) (words []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		if word = strings.ReplaceAll(strings.TrimSpace(word), "_", " "); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// promotionPoints returns points if many new titles promote gambling or medicine, unless the earlier
// titles did so, too.
func promotionPoints(before, after []string) float64 {
	if len(before) < 3 || len(after) < 3 {
		return 0
	}
	share, words := shareWithWords(after, promotedWords)
	if share < promotedShare {
		return 0
	}
	switch usual, _ := shareWithWords(before, promotedWords); {
	case usual > usualPromotedShare:
		return 0
	case share >= onlyPromotedShare && words >= minPromotedWords:
		return onlyPromotionPoints
	}
	return newPromotionPoints
}

// shareWithWords returns the share of titles with one of the words, and the number of different words.
func shareWithWords(titles, list []string) (share float64, words int) {
	found, n := map[string]bool{}, 0
	for _, title := range titles {
		parts := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !isLetter(r) })
		text := " " + strings.Join(parts, " ") + " "
		isFound := false
		for _, word := range list {
			if strings.Contains(text, word) {
				found[word], isFound = true, true
			}
		}
		if isFound {
			n++
		}
	}
	return float64(n) / float64(len(titles)), len(found)
}
