package markup

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

const (
	// guessSample is how much text is used to guess an encoding, in bytes from the first non-ASCII one
	// on.
	guessSample = 16 << 10
	// minGuessed is the minimum number of non-ASCII characters: fewer are not significant.
	minGuessed = 12
	// minAdjacent is the minimum share of characters of a non-Latin script that are next to another
	// one, in percent. It distinguishes words from single accented letters.
	minAdjacent = 70
	// minMargin is the minimum difference between the ranks of the best and the second best script, in
	// percent.
	minMargin = 10
	// Text is in a Latin language other than the western ones if at least minLatin percent of its
	// accented letters belong to that language, and less than maxWestern percent to each western one.
	minLatin, maxWestern = 97, 90
)

// script is a script with the encodings that are used for it, the most frequent first.
type script struct {
	encodings string
	common    string // the most frequent characters
	minScore  int    // minimum share of the common characters, in percent: far above that of text in a wrong encoding
}

var scripts = []script{
	{"windows-1251 koi8-u iso-8859-5 ibm866", "оеаинтсрвлкмдпуія", 60},
	{"windows-1253 iso-8859-7", "αοιετσνηυρπκμλςίόάέήύώ", 75},
	{"windows-1255", "יוהלאמתשרבנכםדעק", 70},
	{"windows-1256 iso-8859-6", "ايلمنورتبةعدسفهكقح", 70},
	{"windows-874", "านรอกเงมยลวดทสตะั่้ีิ", 60},
	{"gb18030", simplifiedChinese + sharedChinese, 40},
	{"big5", traditionalChinese + sharedChinese, 40},
	{"shift_jis euc-jp", "のにはをたがでてとしれさるいかなもこらりっくきよまあどせそけうつだじめえおみわちすンーイスルトリラアクドジレタシカコロムフマデテプメバサグパニキオィュャョッ日年月市県大国会", 35},
	{"euc-kr", "이다의는에을가고로한지사를서하대기은도인해자시정과일들리어나원아전부수국라장상제보주있그니동구선관으만것미북트조스성위오개계신공경비세회당안방", 40},
}

// Most frequent characters of Chinese news.
const (
	sharedChinese      = "的一是在不了有和人中大上我以他用生到作地出就分成可主年同工也能下子面而方後后定行法所民得十三之等部度家力里如水化高自二理起小物加量都制使本去把性好合由其些然前天政四日社事平形全表新明月公市者最立代想已通提直程五果料位常文次品活入及管求老京委北省部外相金央院局路"
	simplifiedChinese  = "这为个国来们时对会发动过说产种经进着电现实两体机当点从业还因间样与关各线内数正开门问题党员务车报总结记者将组见议报单级东计让给华张选较区网强书领导据财"
	traditionalChinese = "這為個國來們時對會發動過說產種經進著電現實兩體機當點從業還因間樣與關各線內數正開門問題黨員務車報總結記者將組見議報單級東計讓給華張選較區網強書領導據財臺灣"
)

// The accented letters of Latin languages.
var (
	westernLetters = []string{"äöüß", "éèêàçôûîïâùœë", "áéíóúñü", "áâãàçéêíóôõú", "àèéìòù", "åäöæøé", "áéíóúýþæöð",
		"õäöüšž", "áàéèíïóòúüç"}
	latinLetters = []struct{ encodings, letters string }{
		{"windows-1250 iso-8859-2", "ąćęłńóśźż"},
		{"windows-1250 iso-8859-2", "áčďéěíňóřšťúůýž"},
		{"windows-1250 iso-8859-2", "áäčďéíĺľňóôŕšťúýž"},
		{"windows-1250 iso-8859-2", "áéíóöőúüű"},
		{"windows-1250 iso-8859-2", "ăâîşţșț"},
		{"windows-1250 iso-8859-2", "čćđšž"},
		{"windows-1254", "çğıöşüİâîû"},
		{"windows-1257", "ąčęėįšųūž"},
		{"windows-1257", "āčēģīķļņšūž"},
	}
)

// guessEncoding returns the encoding of text that isn't UTF-8 and declares no encoding. It returns
// nil unless the evidence is strong. size is the size of the sample in bytes, at most guessSample.
func guessEncoding(data []byte, size int) encoding.Encoding {
	sample := sampleLetters(data, size)
	if len(sample) == 0 {
		return nil
	}
	if found := guessScript(sample); found != nil {
		return found
	}
	if found := guessPairs(sample); found != nil {
		return found
	}
	return guessLatin(sample)
}

// sampleLetters returns at most size bytes of data from the first non-ASCII one on.
func sampleLetters(data []byte, size int) []byte {
	start := slices.IndexFunc(data, func(c byte) bool { return c >= utf8.RuneSelf })
	if start < 0 {
		return nil
	}
	return data[start:min(len(data), start+size)]
}

// guessScript recognises the encodings of non-Latin scripts.
func guessScript(sample []byte) (found encoding.Encoding) {
	best, second := 0, 0
	for _, s := range scripts {
		rank, candidate := s.rank(sample)
		if rank > best {
			best, second, found = rank, best, candidate
		} else {
			second = max(second, rank)
		}
	}
	if best-second < minMargin {
		return nil
	}
	return found
}

// rank returns the best encoding of a script, and how far its score is above the minimum, in
// percent.
func (s script) rank(sample []byte) (rank int, found encoding.Encoding) {
	for name := range strings.FieldsSeq(s.encodings) {
		candidate := encodingNamed(name)
		c := countLetters(candidate, sample)
		score := c.share(s.common, false)
		if c.total >= minGuessed && 100*c.adjacent >= minAdjacent*c.total && score > s.minScore {
			if r := 100 * (score - s.minScore) / (100 - s.minScore); r > rank {
				rank, found = r, candidate
			}
		}
	}
	return rank, found
}

// guessLatin recognises the encodings of Latin languages whose letters windows-1252 lacks.
func guessLatin(sample []byte) (found encoding.Encoding) {
	western := countLetters(encodingNamed("windows-1252"), sample)
	for _, letters := range westernLetters {
		if western.total < minGuessed || western.share(letters, true) >= maxWestern {
			return nil
		}
	}
	best := minLatin - 1
	for _, l := range latinLetters {
		for name := range strings.FieldsSeq(l.encodings) {
			candidate := encodingNamed(name)
			if score := countLetters(candidate, sample).share(l.letters, true); score > best {
				best, found = score, candidate
			}
		}
	}
	return found
}

// letterCount counts the non-ASCII characters of a text, without punctuation.
type letterCount struct {
	total    int
	adjacent int // characters next to another one
	byRune   map[rune]int
}

func countLetters(from encoding.Encoding, sample []byte) letterCount {
	text, _ := transcode(from, sample, 4*guessSample)
	c := letterCount{byRune: map[rune]int{}}
	run := 0
	endRun := func() {
		if run > 1 {
			c.adjacent += run
		}
		run = 0
	}
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
			endRun()
		case isTypography(r):
		default:
			c.total++
			run++
			c.byRune[r]++
		}
	}
	endRun()
	return c
}

// isTypography reports whether a character is punctuation that is used in several scripts.
func isTypography(r rune) bool {
	return r == '\u00a0' || 0x2010 <= r && r <= 0x203a || 0x3000 <= r && r <= 0x3020 || 0xff00 <= r && r <= 0xff20 ||
		strings.ContainsRune("«»·•€°©®™§№،؛؟", r)
}

// share returns the share of some characters, in percent. fold also counts their upper case.
func (c letterCount) share(characters string, fold bool) int {
	n := 0
	for r, count := range c.byRune {
		if strings.ContainsRune(characters, r) || fold && strings.ContainsRune(characters, unicode.ToLower(r)) {
			n += count
		}
	}
	return 100 * n / max(c.total, 1)
}

// encodingNamed returns the encoding with a name of the WHATWG.
func encodingNamed(name string) encoding.Encoding {
	found, err := htmlindex.Get(name)
	if err != nil {
		panic(err)
	}
	return found
}

// hasJapaneseEscapes reports whether text has the escape sequences of ISO-2022-JP.
func hasJapaneseEscapes(data []byte) bool {
	return bytes.Contains(data, []byte("\x1b$B")) || bytes.Contains(data, []byte("\x1b$@"))
}
