package simulator

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestSampleList checks that each address of the sample list is a feed or a homepage of the
// simulator, that no outline occurs twice, and that only the feeds with a fault fail.
func TestSampleList(t *testing.T) {
	t.Parallel()
	s := start(t)
	var list struct {
		Folders []struct {
			Name     string `xml:"text,attr"`
			Outlines []struct {
				Text     string `xml:"text,attr"`
				Feed     string `xml:"xmlUrl,attr"`
				Homepage string `xml:"htmlUrl,attr"`
			} `xml:"outline"`
		} `xml:"body>outline"`
	}
	if err := xml.Unmarshal(s.SampleList(), &list); err != nil {
		t.Fatal(err)
	}
	seen, failing := map[string]bool{}, 0
	for _, folder := range list.Folders {
		for _, o := range folder.Outlines {
			if folder.Name == "" || strings.Count(o.Text, " – ") != 1 || seen[o.Feed] {
				t.Errorf("folder %q: outline %+v", folder.Name, o)
			}
			seen[o.Feed] = true
			if answer, body := visit(t, s, o.Homepage); answer.StatusCode != 200 || !strings.Contains(body, "<main>") {
				t.Errorf("%s: status %d", o.Homepage, answer.StatusCode)
			}
			answer, body := visit(t, s, o.Feed)
			if answer.StatusCode != 200 || strings.Contains(body, "<!doctype html>") {
				failing++
			}
		}
	}
	if failing != len(sampleFaults) || len(seen) < 100 {
		t.Errorf("%d of %d feeds fail; want %d", failing, len(seen), len(sampleFaults))
	}
}
