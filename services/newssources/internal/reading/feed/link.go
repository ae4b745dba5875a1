package feed

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// link returns the absolute web address of a link, or "" if it is missing or no web address. The
// base is the first of bases that isn't nil, or else the URL of the document.
func (p *parser) link(raw []byte, bases ...*url.URL) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return ""
	}
	if len(raw) > MaxLink {
		p.warn(warnLongLinks, 1)
		return ""
	}
	base := p.base
	for _, b := range bases {
		if b != nil {
			base = b
			break
		}
	}
	text := repairScheme(tidyLink(raw))
	if strings.HasPrefix(text, "//") { // url.Parse validates the host by the scheme
		scheme := "https"
		if base != nil {
			scheme = base.Scheme
		}
		text = scheme + ":" + text
	}
	u, err := url.Parse(text)
	if err != nil { // such as "100%-sure", which browsers accept
		text = escapePercent(text)
		u, err = url.Parse(text)
	}
	if err != nil || !u.IsAbs() && base == nil {
		p.warn(warnBadLinks, 1)
		return ""
	}
	if !u.IsAbs() {
		u = base.ResolveReference(u)
		text = u.String()
	}
	if u.User != nil || !isWebLink(text) { // drop passwords, and write "HTTP:" in lower case
		u.User = nil
		text = u.String()
	}
	if host := u.Host; strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		u.Host = weburl.ASCIIAuthority(host)
		if before, after, ok := strings.Cut(text, host); ok { // keeps the path as given
			text = before + u.Host + after
		} else {
			text = u.String()
		}
	}
	switch {
	case !isWeb(u):
		p.warn(warnBadLinks, 1)
		return ""
	case len(text) > MaxLink:
		p.warn(warnLongLinks, 1)
		return ""
	}
	return text
}

// isWeb reports whether u is an absolute web address.
func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// absolute parses an absolute web address. It returns nil for anything else.
func absolute(raw string) *url.URL {
	if raw == "" || len(raw) > MaxLink {
		return nil
	}
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || !isWeb(u) {
		return nil
	}
	return u
}

// tidyLink repairs frequent errors in a link: double escaping, line breaks, invisible characters
// and spaces.
func tidyLink(raw []byte) string {
	clean := true
	for _, c := range raw {
		if c <= ' ' || c == 0x7f || c == '&' || c == '<' || c == '>' || c == '"' || c >= utf8.RuneSelf {
			clean = false
			break
		}
	}
	if clean {
		return string(raw)
	}
	s := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || markup.IsInvisible(r) && r > 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(string(raw), ""))
	s = strings.TrimPrefix(s, "<![CDATA[")
	s = strings.TrimSuffix(s, "]]>")
	return linkEscaper.Replace(strings.TrimSpace(s))
}

// linkEscaper escapes as browsers do, so that a link can't end a tag where it is used.
var linkEscaper = strings.NewReplacer("&amp;", "&", " ", "%20", `"`, "%22", "<", "%3C", ">", "%3E")

// repairScheme repairs the beginning of a link: "feed://host/path" is a former notation of feed
// readers, "www.host/path" is typed by people, and "http://https://host/path" is a frequent error
// of programs.
func repairScheme(s string) string {
	hasPrefix := func(prefix string) bool { return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) }
	switch {
	case hasPrefix("feed:"):
		return s[len("feed:"):]
	case hasPrefix("www."):
		return "//" + s
	case hasPrefix("http://http://"), hasPrefix("http://https://"):
		return s[len("http://"):]
	}
	return s
}

// escapePercent escapes each "%" that isn't followed by two hexadecimal digits.
func escapePercent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] == '%' && (i+2 >= len(s) || !ascii.IsHex(s[i+1]) || !ascii.IsHex(s[i+2])) {
			b.WriteString("25")
		}
	}
	return b.String()
}

// rebase returns the base that an xml:base attribute declares, relative to another base.
func (p *parser) rebase(attr []byte, base *url.URL) *url.URL {
	if len(attr) == 0 || len(attr) > MaxLink {
		return base
	}
	u, err := url.Parse(tidyLink(attr))
	if err != nil {
		return base
	}
	if !u.IsAbs() {
		from := base
		if from == nil {
			from = p.base
		}
		if from == nil {
			return base
		}
		u = from.ResolveReference(u)
	}
	if !isWeb(u) {
		return base
	}
	return u
}
