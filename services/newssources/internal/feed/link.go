package feed

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// link makes an absolute web address of what a document gives as one. Bases are tried from the first on; the document's
// own address is the last. Empty means that there is none, or none that may be followed.
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
	text := mendScheme(tidyLink(raw))
	if strings.HasPrefix(text, "//") { // the host is judged by what its scheme allows
		scheme := "https"
		if base != nil {
			scheme = base.Scheme
		}
		text = scheme + ":" + text
	}
	u, err := url.Parse(text)
	if err != nil { // "100%-sure", as browsers read it
		text = mendPercent(text)
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
	if u.User != nil || !isWebLink(text) { // nobody's password is for us to keep, and "HTTP:" is spelt small
		u.User = nil
		text = u.String()
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

func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// absolute is an address that may serve as a base, or nil.
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

// tidyLink mends what is often wrong inside a link: it was escaped twice, holds line breaks of the editor, or blanks.
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
	return linkMends.Replace(strings.TrimSpace(s))
}

// linkMends are as browsers mend: a link that ends a tag in the middle can't end one elsewhere.
var linkMends = strings.NewReplacer("&amp;", "&", " ", "%20", `"`, "%22", "<", "%3C", ">", "%3E")

// mendScheme mends how a link begins: "feed://host/path" is what readers of feeds once wrote, "www.host/path" what people
// write, and "http://https://host/path" what programs make of either.
func mendScheme(s string) string {
	begins := func(prefix string) bool { return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) }
	switch {
	case begins("feed:"):
		return s[len("feed:"):]
	case begins("www."):
		return "//" + s
	case begins("http://http://"), begins("http://https://"):
		return s[len("http://"):]
	}
	return s
}

// mendPercent writes a "%" that begins no pair of digits as one that does.
func mendPercent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] == '%' && (i+2 >= len(s) || !ascii.IsHex(s[i+1]) || !ascii.IsHex(s[i+2])) {
			b.WriteString("25")
		}
	}
	return b.String()
}

// rebase is the base that an xml:base attribute makes of another one.
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
