package secrettext

import (
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"html"
	"net/url"
	"strings"
	"testing"
)

// TestSecretsAreHiddenInAllEscapes covers the escapes of a password in feeds, pages and addresses.
func TestSecretsAreHiddenInAllEscapes(t *testing.T) {
	t.Parallel()
	inXML := func(s string) string {
		var b strings.Builder
		if err := xml.EscapeText(&b, []byte(s)); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	inJSON := func(s string) string {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Trim(string(data), `"`)
	}
	for _, secret := range []string{`Zx9/<q&"Pw+7t`, "pässwörd 1", `a\b'c=d`, "plain123", "100%sure"} {
		secrets := New(OfPassword("alice", secret))
		for name, spelled := range map[string]string{
			"as it is": secret, "XML": inXML(secret), "HTML": html.EscapeString(secret), "JSON": inJSON(secret),
			"slashes": strings.ReplaceAll(secret, "/", `\/`),
			"names": strings.NewReplacer(`"`, "&quot;", "<", "&lt;", "/", "&sol;").Replace(
				strings.ReplaceAll(secret, "&", "&amp;")),
			"a query": url.QueryEscape(secret), "a path": url.PathEscape(secret),
			"a lower-case query": strings.ToLower(url.QueryEscape(secret)),
			"a query in a query": url.QueryEscape(url.QueryEscape(secret)), "XML in a query": url.QueryEscape(inXML(secret)),
			"XML in XML": inXML(inXML(secret)), "JSON in a query": url.QueryEscape(inJSON(secret)),
			"JSON in XML": inXML(inJSON(secret)), "base64 in a query": url.QueryEscape(encodings("alice:" + secret)[0]),
			"a character of no width": secret[:3] + "\u200b" + secret[3:],
		} {
			if got := secrets.Replace("<b>" + spelled + "</b>"); got != "<b>"+Hidden+"</b>" {
				t.Errorf("%s as %s: %s", secret, name, got)
			}
		}
	}
	if got := New(OfPassword("alice", "news")).Replace("new s & newt"); got != "new s & newt" {
		t.Errorf("another text became %s", got)
	}
}

func TestSecretsAreHiddenInAllSpellings(t *testing.T) {
	t.Parallel()
	const secret = "Kx7/q&z=9 é"
	secrets := New([]string{secret, "abc"})
	for _, echo := range []string{
		secret, "kx7/Q&Z=9 É", url.QueryEscape(secret), strings.ToLower(url.QueryEscape(secret)), url.PathEscape(secret),
		"Kx7/q&amp;z=9 é", `Kx7\/q&z=9 é`,
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
	} {
		if got := secrets.Replace("you sent " + echo + "."); got != "you sent "+Hidden+"." {
			t.Errorf("%q becomes %q", echo, got)
		}
	}
	if got := secrets.Replace("abc"); got != "abc" {
		t.Errorf("a short secret becomes %q", got)
	}
}
