package outletname

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// sectionWords are the words of titles that name a section or a kind of feed but no outlet ("All
// News", "Top stories", "English (US)"), folded.
var sectionWords = wordSet(`
	a all an and at by for from in of on or our the to with your you
	latest new newest recent top most popular read breaking live main general other more local national international global
	news headline headlines story stories article articles post posts update updates item items entry entries feed feeds rss
	atom xml channel home homepage front page frontpage section sections category categories archive default public full text
	world europe asia africa america americas australia canada uk us usa united states kingdom middle east north south west
	germany france italy spain brazil japan china india russia ukraine country city region politics election elections
	government economy economics business finance money markets market companies technology tech science environment climate
	space health sport sports football soccer culture arts art entertainment movies movie film films music books tv television
	games gaming gadgets reviews review opinion opinions comment comments editorial editorials analysis columns blogs blog
	blogpost podcasts podcast videos video audio photos pictures travel food lifestyle life style fashion education
	weather nation nations cars auto crime law society people magazine weekly daily today day week english deutsch espanol francais portugues
	noticias ultimas ultima hora portada titulares actualidad internacional nacional deportes economia politica cultura
	ciencia tecnologia mundo sociedad opinion todas todos las los el la de del y en
	ultimo manchetes esportes esporte brasil geral o os as e do da dos das
	actualites actualite infos info une la une monde sport culture sciences economie politique international societe
	direct continu et le les des du dans en a toutes
	nachrichten schlagzeilen aktuell aktuelle startseite politik wirtschaft wissenschaft kultur alle und die der das ausland
	inland panorama netzwelt meldungen
	notizie ultime mondo cronaca sport il di e tutte
	новости главные главное последние самые популярные материалы лента все мир спорт политика экономика культура наука
	новини останні головні головне усі всі світ політика економіка про
	l'essentiel accueil sante high tech technologie medias planete
	tecnologia salud clima cine television saude cultura ultimas esportes inicio portada
	sitio noticia economico wetter feuilleton gesellschaft reise karriere digital technik ubersicht artikel beitrage neueste
	welt medien gesundheit sports wissen lokales regionales
	nieuws laatste binnenland buitenland economie wetenschap algemeen het voorpagina
	wiadomosci kraj swiat polityka gospodarka najnowsze aktualnosci zpravy domaci zahranicni
	haberler gundem dunya ekonomi spor son dakika
	nyheter nyheder senaste siste seneste sporten inrikes utrikes ekonomi kultur innenriks utenriks indland udland
	uutiset kotimaa ulkomaat urheilu talous kulttuuri tuoreimmat
	berita terbaru olahraga
	ニュース 国際 経済 スポーツ 社会 政治 トップ 主要ニュース 最新ニュース トップニュース 新着 国内
	新闻 新聞 體育 体育 国际 國際 财经 財經 科技 首页 首頁 最新 要闻 要聞 经济
	뉴스 경제 사회 스포츠 전체기사 최신기사 국제
	أخبار الأخبار الرئيسية رياضة الرياضة اقتصاد العالم سياسة عاجل
	ειδησεις κοσμος πολιτικη οικονομια
	समाचार खेल देश दुनिया
	untitled unnamed undefined null no title sans titre ohne titel sin titulo
`)

// tailWords are cut from the end of a name: "Japan Times latest articles".
var tailWords = wordSet("latest articles article headlines stories posts updates rss atom feed feeds xml all top " +
	"channel content")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[textkey.Fold(word)] = true
	}
	return set
}

// titleWords returns the folded words of a title.
func titleWords(title string) []string {
	return strings.FieldsFunc(textkey.Fold(title),
		func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) && r != '\'' })
}

// IsSectionTitle reports whether a title, or a part of it, consists of section words only.
func IsSectionTitle(title string) bool {
	return !slices.ContainsFunc(titleWords(title), func(word string) bool { return !sectionWords[word] })
}

var parenthesesAtEnd = regexp.MustCompile(`\s+\([^)]*\)$`) // "This Week in Tech (Audio)"

// cleanName returns a name without the words around it that describe the feed: "tsn.ua" for "Новини
// на tsn.ua".
func cleanName(name string, outlet Outlet) string {
	words := strings.Fields(parenthesesAtEnd.ReplaceAllString(name, ""))
	for _, word := range words {
		if strings.EqualFold(word, outlet.Domain) {
			return word
		}
	}
	for len(words) > 1 && tailWords[textkey.FoldLetters(words[len(words)-1])] {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// mayNameDomain reports whether the title of an outlet's only feed may be the name of its domain:
// it has a word in common with the domain's first label, or is in another script, which can't be
// compared.
func mayNameDomain(title string, outlet Outlet) bool {
	label, _, _ := strings.Cut(outlet.Domain, ".")
	if hasInitials(title, label) {
		return true
	}
	for word := range strings.FieldsFuncSeq(textkey.Fold(title),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		isOtherScript := strings.ContainsFunc(word,
			func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
		if isOtherScript || len(word) > 2 &&
			(strings.Contains(label, word) || strings.Contains(word, label) ||
				strings.HasPrefix(word, label[:min(len(label), 5)])) {
			return true
		}
	}
	return false
}

// sharedWords returns the words with which all titles begin or end: "CNET" of "CNET News" and "CNET
// Reviews". It returns "" if these are section words.
func sharedWords(titles []string) string {
	if len(titles) < 2 {
		return ""
	}
	first := strings.Fields(titles[0])
	prefix, suffix := len(first), len(first)
	for _, title := range titles[1:] {
		words := strings.Fields(title)
		prefix, suffix = min(prefix, len(words)), min(suffix, len(words))
		for i := range prefix {
			if textkey.Fold(words[i]) != textkey.Fold(first[i]) {
				prefix = i
				break
			}
		}
		for i := range suffix {
			if textkey.Fold(words[len(words)-1-i]) != textkey.Fold(first[len(first)-1-i]) {
				suffix = i
				break
			}
		}
	}
	for _, words := range [][]string{first[:prefix], first[len(first)-suffix:]} {
		shared := strings.TrimFunc(strings.Join(words, " "),
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if shared != "" && !IsSectionTitle(shared) {
			return shared
		}
	}
	return ""
}

// AreUnrelated reports whether the titles of an outlet's feeds show that the feeds are of
// several publishers: the titles resemble neither the outlet's domain nor each other, and few of
// them name sections.
func AreUnrelated(outlet Outlet, titles []string) bool {
	titlesWithWord := map[string]int{}
	distinct := map[string]bool{}
	var sections, long int
	for _, title := range titles {
		for _, part := range titleOrColonSeparator.Split(title, -1) {
			if domainSimilarity(part, outlet) > 0 {
				return false
			}
		}
		if IsSectionTitle(title) {
			sections++
			continue
		}
		words := titleWords(title)
		if len(words) > 1 {
			long++
		}
		slices.Sort(words)
		for _, word := range slices.Compact(words) {
			if !sectionWords[word] {
				titlesWithWord[word]++
			}
		}
		distinct[textkey.Fold(title)] = true
	}
	for _, count := range titlesWithWord {
		if count > 2 && 3*count > len(titles) {
			return false
		}
	}
	return 4*sections <= len(titles) && 2*long >= len(titles) && 10*(len(distinct)+sections) >= 9*len(titles)
}
