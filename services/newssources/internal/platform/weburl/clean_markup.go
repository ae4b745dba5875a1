package weburl

import (
	"html"
	"regexp"
	"strings"
)

var (
	// pictures matches images in HTML and Markdown, which may be within a link.
	pictures = regexp.MustCompile(`(?i)!\[[^\]]*\]\((?:[^()]|\([^()]*\))*\)|<img\b[^>]*>`)
	// linkTags match tags with an address, of the outline of a list first the feed, and the file in
	// which macOS keeps a link.
	linkTags = []*regexp.Regexp{tagWith("xmlurl"), tagWith("href"), tagWith("src|htmlurl|cite"),
		regexp.MustCompile(`(?i)<key>URL</key>\s*<string>([^<]+)</string>`)}

	markdownAddress = regexp.MustCompile(`\[[^\]]*\]\(\s*<?([^\s<>]+)`)
	bbCodeAddress   = regexp.MustCompile(`(?i)\[(?:url|link)(?:=["']?([^\]"']+)|\]([^\[]+))`)
	// citation matches the template of a wiki with a parameter for the address:
	// "{{cite web|url=https://example.org|title=…}}".
	citation = regexp.MustCompile(`(?is)\{\{[^{}]*\|\s*(?:` + citedParameters + `)\s*=\s*(https?://[^\s|{}]+)`)
	// shortcutFile and shortcutLine match the files in which Windows and Linux keep a link, and their
	// line with the address.
	shortcutFile = regexp.MustCompile(`(?im)^\s*\[(?:InternetShortcut|Desktop Entry)\]`)
	shortcutLine = regexp.MustCompile(`(?im)^\s*URL(?:\[\$e\])?\s*=\s*(\S+)`)
)

// citedParameters are the names of parameters of wiki templates that have the cited address.
const citedParameters = `url|link|website|web|site|lien|adresse|enlace|ссылка|посилання|網址|网址`

func tagWith(attributes string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)<[^>]*\s(?:` + attributes + `)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))`)
}

// addressInMarkup returns the address of the first link in HTML, OPML, Markdown, BBCode, the
// template of a wiki or the file of a link, or text. A picture counts only if there is no link.
func addressInMarkup(text string) string {
	if rest := pictures.ReplaceAllString(text, ""); schemeInText.MatchString(rest) {
		text = rest
	}
	if shortcutFile.MatchString(text) {
		if found := shortcutLine.FindStringSubmatch(text); found != nil {
			return found[1]
		}
	}
	for _, tag := range linkTags {
		if found := tag.FindStringSubmatch(text); found != nil {
			return strings.TrimSpace(html.UnescapeString(strings.Join(found[1:], "")))
		}
	}
	if found := markdownAddress.FindStringSubmatch(text); found != nil {
		return beforeBracket(found[1])
	}
	if found := bbCodeAddress.FindStringSubmatch(text); found != nil {
		return strings.TrimSpace(found[1] + found[2])
	}
	if found := citation.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return text
}

var schemeInText = regexp.MustCompile(`(?i)https?://`)

// beforeBracket returns text before the first closing bracket that none opens.
func beforeBracket(text string) string {
	depth := 0
	for i, r := range text {
		switch {
		case strings.ContainsRune(openers, r):
			depth++
		case strings.ContainsRune(closers, r):
			if depth--; depth < 0 {
				return text[:i]
			}
		}
	}
	return text
}

var (
	// terminalLink matches the beginning of a link in the output of a terminal, whose text follows.
	terminalLink = regexp.MustCompile(`\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]+)`)
	// terminalCode matches the codes of colours and the like.
	terminalCode = regexp.MustCompile(`\x1b\[[0-?]*[ -/]*[@-~]`)
)

// withoutTerminalCodes returns the address of the first link, or the text without the codes of
// terminals.
func withoutTerminalCodes(text string) string {
	if !strings.Contains(text, "\x1b") {
		return text
	}
	if found := terminalLink.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return terminalCode.ReplaceAllString(text, "")
}
