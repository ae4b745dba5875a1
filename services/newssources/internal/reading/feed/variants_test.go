package feed

import (
	"encoding/base64"
	"strings"
	"testing"
)

// TestVariants reads one item in forms of the formats that no specification has, or that are rare.
func TestVariants(t *testing.T) {
	t.Parallel()
	old := func(title string) string {
		return `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry>` + title +
			`<link href="https://paper.example/1"/></entry></feed>`
	}
	rss := func(title string) string {
		return `<rss version="2.0"><channel><item>` + title + `<link>https://paper.example/1</link></item></channel></rss>`
	}
	const namespaced = `<rss version="2.0" xmlns="NS"><channel><item><title>Grüße &amp; mehr</title><link>https://paper.example/1</link></item></channel></rss>`
	for name, text := range map[string]string{
		"base64 in the alphabet for addresses": old(`<title mode="base64" type="text/html">` +
			base64.RawURLEncoding.EncodeToString([]byte("Grüße&#32;&amp; <b>mehr</b>")) + `</title>`),
		"base64 of ISO-8859-1": old(`<title mode="BASE64">` +
			base64.StdEncoding.EncodeToString([]byte("Gr\xfc\xdfe & mehr")) + `</title>`),
		"entity within an entity": `<!DOCTYPE rss [<!ENTITY g "Gr&#252;&#223;e"><!ENTITY t "&g; &amp; mehr"><!ENTITY u '&g; und'>]>` + rss("<title>&g; &amp; mehr</title>"),
		"nested text": `<!DOCTYPE rss [<!ENTITY g "Gr&#252;&#223;e"><!ENTITY t "&g; und">]>` +
			rss("<title>Grüße &amp; mehr</title><description>&t;</description>"),
		"Atom as the default namespace of RSS": strings.Replace(namespaced, "NS", "http://www.w3.org/2005/Atom", 1),
		"Media RSS as the default namespace":   strings.Replace(namespaced, "NS", "http://search.yahoo.com/mrss/", 1),
		"RSS 1.1": `<Channel xmlns="http://purl.org/net/rss1.1#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><title>T</title>` +
			`<items rdf:parseType="Collection"><item><title>Grüße &amp; mehr</title><link>https://paper.example/1</link></item></items></Channel>`,
		"link of RSS in Atom":         `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Grüße &amp; mehr</title><link>https://paper.example/1</link></entry></feed>`,
		"JSON Feed without a version": `{"title":"T","home_page_url":"https://paper.example/","items":[{"id":"1","url":"https://paper.example/1","title":"Grüße & mehr"}]}`,
	} {
		d, err := Parse([]byte(text), Options{})
		if err != nil || len(d.Items) != 1 {
			t.Errorf("%s: %+v, %v", name, d, err)
			continue
		}
		if item := d.Items[0]; item.Title != "Grüße & mehr" || item.URL != "https://paper.example/1" || item.Summary != "" &&
			item.Summary != "Grüße und" {
			t.Errorf("%s: %q %q %q", name, item.Title, item.URL, item.Summary)
		}
	}
}

// TestNestedEntitiesAreBounded reads entities that each repeat the one before.
func TestNestedEntitiesAreBounded(t *testing.T) {
	t.Parallel()
	declarations, last := `<!ENTITY a "ha">`, "a"
	for _, name := range []string{"b", "c", "d", "e", "f", "g", "h"} {
		declarations, last = declarations+"<!ENTITY "+name+` "`+strings.Repeat("&"+last+";", 10)+`">`, name
	}
	text := `<!DOCTYPE rss [` + declarations +
		`]><rss><channel><item><title>&b;&h;</title><link>https://paper.example/1</link></item></channel></rss>`
	d, err := Parse([]byte(text), Options{})
	if want := strings.Repeat("ha", 10) + "&h;"; err != nil || d.Items[0].Title != want {
		t.Errorf("%+v, %v; want %q", d, err, want)
	}
}
