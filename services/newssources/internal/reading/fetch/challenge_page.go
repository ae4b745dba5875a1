package fetch

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

const (
	// maxChallengeBytes is the size up to which a successful response may be a challenge.
	maxChallengeBytes = 128 << 10
	// maxChallengeText and maxChallengeLinks are the visible text and the links that a challenge has
	// at most.
	maxChallengeText  = 1500 // bytes
	maxChallengeLinks = 8
	// maxEmptyText is the visible text, in bytes, up to which a page counts as empty.
	maxEmptyText = 120
)

// challengePhrase matches what challenges of unknown vendors say, in the languages in which they
// are shown. "Enable JavaScript" alone does not match: applications that run in the browser say so,
// too.
var challengePhrase = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`just a moment\.\.\.`, `one moment, please\.\.\.`, `checking (if the site connection is secure|your browser)`,
	`pardon our interruption`,
	`(verify|confirm|confirming|prove|sure)( that)? you('|’| a)re (a )?(human|not a (ro)?bot)`,
	`are you (a )?(human|robot)`, `i('|’)?a?m not a robot`,
	`access to this page has been denied`, `enable (javascript|js) and (cookies|disable)`,
	`javascript and cookies (are|must be) (required|enabled)`,
	`enable (javascript|cookies)[^.]{0,40} (to continue|to proceed|before you are allowed)`,
	`unusual (traffic|activity) from your`,
	`ddos[- ]protection by`, `(human|security|browser) verification`, `performing security verification`,
	`complete the (captcha|security check)`,
	`(dass|ob) sie (ein mensch|kein (ro)?bot)`, `kein roboter`, `überprüfung ihres browsers`, `ihr browser wird überprüft`,
	`vérifi(er|ez|ons) que vous (êtes|n’êtes|n'êtes) (un |bien un )?(humain|pas un robot)`, `pas un robot`,
	`vérification de votre navigateur`,
	`no (soy|eres|es) un (robot|bot)`, `verifi(que|ca|car) que (es|eres|usted es) (un )?humano`,
	`comprobando (su|tu) navegador`,
	`não (sou|é) um robô`, `verifi(que|car) se você é (um )?humano`, `verificando (o )?seu navegador`,
	`non (sono|sei) un robot`, `verifica(re)? (che|di) (sei|essere) (un )?(essere )?umano`,
	`(ben|bent) (je|u) (een|geen) (mens|robot)`, `geen robot`, `nie jestem robotem`, `robot değil`, `insan olduğunuzu`,
	`не робот`, `проверка (вашего )?браузера`, `что вы (человек|не бот)`,
	`人机验证`, `人機驗證`, `安全验证`, `不是机器人`, `不是機器人`, `正在检查您的浏览器`, `ロボットではありません`, `人間であることを確認`,
	`로봇이 아닙니다`, `사람인지 확인`, `لست (روبوت|برنامج)`, `أنك (إنسان|لست روبوت)`, `ربات نیستم`, `לא רובוט`, `δεν είμαι ρομπότ`,
	`είστε άνθρωπος`,
	`(es|eres) un ser humano`, `že jste člověk`, `jesteś człowiekiem`, `ви людина`, `(är|er) (en människa|et menneske)`,
	`(inte|ikke) en robot`, `olet ihminen`, `nem vagyok robot`, `nu sunt (un )?robot`, `là con người`,
	`không phải (là )?(người máy|robot)`,
	`adalah manusia`, `bukan robot`, `คุณเป็นมนุษย์`, `ไม่ใช่โปรแกรมอัตโนมัติ`, `रोबोट नहीं`, `আমি রোবট নই`,
	`the requested url was rejected\. please consult`,
}, "|"))

// isChallengePage reports whether the body of a successful response is a challenge instead of the
// page or feed. An ordinary page that embeds a vendor's script, and an article about challenges,
// are none: they have text, links or metadata.
func isChallengePage(body []byte) bool {
	if len(body) > maxChallengeBytes || !isHTML(body) {
		return false
	}
	page := outlineOf(body)
	switch {
	case page.links > maxChallengeLinks || len(page.text) > maxChallengeText || page.announcesFeed:
		return false
	case containsAny(body, challengeMarks):
		return true
	case page.hasMetadata:
		return false
	}
	isEmpty := len(page.text) <= maxEmptyText && !page.hasPassword
	return challengePhrase.MatchString(page.text) || isEmpty &&
		(containsAny(body, protectionMarks) || containsAny(body, captchaMarks)) ||
		page.links == 0 && setsCookie.Match(body) && reloadsPage.Match(body)
}

// setsCookie and reloadsPage match scripts that prove to a site that the client executes scripts.
var (
	setsCookie  = regexp.MustCompile(`document\.cookie\s*=[^=]`)
	reloadsPage = regexp.MustCompile(`location\.reload\(|location(\.href)?\s*=\s*((window|document|self)\.)?location|\.submit\(\)`)
)

// isHTML reports whether a body is an HTML document rather than a feed.
func isHTML(body []byte) bool {
	head := bytes.ToLower(body[:min(len(body), 1024)])
	for _, root := range []string{"<rss", "<feed", "<rdf:rdf", "<urlset", "<sitemapindex"} {
		if bytes.Contains(head, []byte(root)) {
			return false
		}
	}
	return bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<!doctype html")) ||
		bytes.Contains(head, []byte("<head"))
}

// pageOutline is what distinguishes a challenge from an ordinary page.
type pageOutline struct {
	text          string // title and visible text, including that of <noscript>
	links         int
	hasPassword   bool // asks for a password
	hasMetadata   bool // canonical address, OpenGraph or a description, which challenges lack
	announcesFeed bool
}

// outlineOf reads the tokens of a page until it has too much text or too many links for a
// challenge.
func outlineOf(body []byte) (page pageOutline) {
	var text strings.Builder
	hidden := ""
	for tokens := html.NewTokenizer(bytes.NewReader(body)); text.Len() <= maxChallengeText &&
		page.links <= maxChallengeLinks; {
		switch tokens.Next() {
		case html.ErrorToken:
			page.text = text.String()
			return page
		case html.TextToken:
			if hidden == "" {
				text.WriteString(strings.Join(strings.Fields(string(tokens.Text())), " ") + " ")
			}
		case html.EndTagToken:
			if name, _ := tokens.TagName(); string(name) == hidden {
				hidden = ""
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if token.Data == "script" || token.Data == "style" {
				hidden = token.Data
			}
			page.addTag(token)
		}
	}
	page.text = text.String()
	return page
}

func (page *pageOutline) addTag(token html.Token) {
	attributes := map[string]string{}
	for _, a := range token.Attr {
		attributes[a.Key] = strings.ToLower(a.Val)
	}
	switch token.Data {
	case "a":
		if attributes["href"] != "" {
			page.links++
		}
	case "input":
		page.hasPassword = page.hasPassword || attributes["type"] == "password"
	case "meta":
		page.hasMetadata = page.hasMetadata || strings.HasPrefix(attributes["property"], "og:") ||
			attributes["name"] == "description"
	case "link":
		page.hasMetadata = page.hasMetadata || attributes["rel"] == "canonical" || attributes["rel"] == "manifest"
		page.announcesFeed = page.announcesFeed || strings.Contains(attributes["type"], "rss") ||
			strings.Contains(attributes["type"], "atom+xml")
	}
}
