package markup

import "golang.org/x/text/encoding"

// Evidence for an East Asian encoding in a text that is too short for the frequency of its
// characters, such as headlines.
const (
	// minPairs is the minimum number of characters of two bytes: fewer fit several encodings.
	minPairs = 8
	// minCommonPairs is the minimum share of characters in the rows of an encoding with its common
	// characters, in percent. Text in another encoding has at most 60.
	minCommonPairs = 85
	// minKana is the minimum share of kana in Japanese text, in percent. The other encodings with
	// these bytes hardly use them.
	minKana = 3
	// minLowTrails is the minimum share of second bytes below 0x80 in Big5, in percent; real text has
	// about 40. GB2312 and the EUC encodings have none.
	minLowTrails = 15
	// maxInvalid is the maximum share of invalid bytes, in percent, beside one that is always
	// accepted.
	maxInvalid = 2
)

// pairCode is an encoding of characters of two bytes.
type pairCode struct {
	name            string
	isLead, isTrail func(byte) bool
	isCommon        func(lead, trail byte) bool
	isSymbol        func(lead byte) bool // punctuation, which does not count
	isKana          func(lead, trail byte) bool
	accepts         func(pairCount) bool
}

func between(first, last byte) func(byte) bool {
	return func(b byte) bool { return first <= b && b <= last }
}

// pairCodes are tried in this order: the first one with evidence is the best.
var pairCodes = []pairCode{
	{
		name: "shift_jis", isLead: func(b byte) bool { return 0x81 <= b && b <= 0x9f || 0xe0 <= b && b <= 0xfc },
		isTrail:  func(b byte) bool { return 0x40 <= b && b <= 0xfc && b != 0x7f },
		isCommon: func(lead, trail byte) bool { return 0x82 <= lead && lead <= 0x83 || 0x88 <= lead && lead <= 0x98 },
		isSymbol: between(0x81, 0x81),
	},
	{
		name: "euc-jp", isLead: between(0xa1, 0xf4), isTrail: between(0xa1, 0xfe), isSymbol: between(0xa1, 0xa2),
		isCommon: func(lead, trail byte) bool { return 0xa4 <= lead && lead <= 0xa5 || 0xb0 <= lead && lead <= 0xcf },
		isKana:   func(lead, trail byte) bool { return 0xa4 <= lead && lead <= 0xa5 },
		accepts:  func(c pairCount) bool { return 100*c.kana >= minKana*c.total },
	},
	{
		name: "euc-kr", isLead: between(0xa1, 0xfd), isTrail: between(0xa1, 0xfe), isSymbol: between(0xa1, 0xaf),
		isCommon: func(lead, trail byte) bool { return 0xb0 <= lead && lead <= 0xc8 }, // syllables
	},
	{
		name: "gb18030", isLead: between(0x81, 0xfe),
		isTrail: func(b byte) bool { return 0x40 <= b && b != 0x7f && b != 0xff }, isSymbol: between(0xa1, 0xa9),
		isCommon: func(lead, trail byte) bool { return 0xb0 <= lead && lead <= 0xd7 && trail >= 0xa1 }, // level 1 of GB2312
	},
	{
		name: "big5", isLead: between(0x87, 0xfe), // with the characters of Hong Kong in 0x87–0xa0, 0xc6–0xc8 and 0xfa–0xfe
		isTrail: func(b byte) bool { return 0x40 <= b && b <= 0x7e || 0xa1 <= b && b <= 0xfe }, isSymbol: between(0xa1, 0xa3),
		isCommon: func(lead, trail byte) bool { return 0xa4 <= lead && lead <= 0xc6 || isCantonese(lead, trail) }, // level 1
		accepts:  func(c pairCount) bool { return 100*c.low >= minLowTrails*c.total },
	},
}

// isCantonese reports whether a pair of bytes is a common character of written Cantonese outside of
// level 1 of Big5, such as 嘅, 喺, 哋, 佢 and 冇.
func isCantonese(lead, trail byte) bool {
	return lead == 0x92 || 0x9d <= lead && lead <= 0xa0 || lead == 0xca && trail == 0x5c || lead == 0xc9 && trail == 0x4e
}

// pairCount counts the characters of two bytes in a text, without punctuation.
type pairCount struct {
	total, common, kana int
	low                 int // with a second byte below 0x80
	adjacent            int // next to another one
	invalid             int // bytes
}

func (p pairCode) count(sample []byte) (c pairCount) {
	run := 0
	endRun := func() {
		if run > 1 {
			c.adjacent += run
		}
		run = 0
	}
	for i := 0; i+1 < len(sample); i++ {
		lead, trail := sample[i], sample[i+1]
		switch {
		case lead < 0x80:
			endRun()
			continue
		case !p.isLead(lead) || !p.isTrail(trail):
			c.invalid++
			endRun()
			continue
		}
		i++
		if p.isSymbol(lead) {
			continue
		}
		c.total++
		run++
		if trail < 0x80 {
			c.low++
		}
		if p.isCommon(lead, trail) {
			c.common++
		}
		if p.isKana != nil && p.isKana(lead, trail) {
			c.kana++
		}
	}
	endRun()
	return c
}

// guessPairs recognises East Asian encodings by the rows of their tables that common characters are
// in.
func guessPairs(sample []byte) encoding.Encoding {
	for _, p := range pairCodes {
		c := p.count(sample)
		hasEvidence := c.total >= minPairs && 100*c.common >= minCommonPairs*c.total && 100*c.adjacent >= minAdjacent*c.total
		if hasEvidence && 100*(c.invalid-1) <= maxInvalid*c.total && (p.accepts == nil || p.accepts(c)) {
			return encodingNamed(p.name)
		}
	}
	return nil
}
