package weburl

import (
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
		secrets := NewSecrets(PasswordTexts("alice", secret))
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
	if got := NewSecrets(PasswordTexts("alice", "news")).Replace("new s & newt"); got != "new s & newt" {
		t.Errorf("another text became %s", got)
	}
}
