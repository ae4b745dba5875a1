package transfer

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

var update = flag.Bool("update", false, "rewrite the golden files; review each change")

// goldenList is the expected result of reading a list, stored in testdata/samples.
type goldenList struct {
	Count     int
	Recovered int
	List      *List
}

func sampleListPaths(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("samples/*.opml")
	if err != nil || len(files) == 0 {
		t.Fatal("no lists in samples", err)
	}
	return files
}

// TestReadOPMLReadsSampleLists reads published lists, most of which are not well-formed.
func TestReadOPMLReadsSampleLists(t *testing.T) {
	t.Parallel()
	for _, file := range sampleListPaths(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			list, err := ReadOPML(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Count(string(data), "xmlUrl="); len(list.Outlines) != want {
				t.Errorf("%d outlines, want %d: one per xmlUrl in the file", len(list.Outlines), want)
			}
			got := goldenList{Count: len(list.Outlines), List: list}
			for _, o := range list.Outlines {
				if o.Recovered {
					got.Recovered++
				}
			}
			checkGolden(t, filepath.Join("testdata", strings.TrimSuffix(file, ".opml")+".golden.json"), got)
		})
	}
}

func TestAddressesOfSampleListsAreValid(t *testing.T) {
	t.Parallel()
	for _, file := range sampleListPaths(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := ReadOPML(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range list.Outlines {
			if _, err := weburl.Parse(o.XMLURL); err != nil {
				t.Errorf("%s:%d: %s: %v", file, o.Line, o.XMLURL, err)
			}
		}
	}
}

func checkGolden(t *testing.T, file string, got goldenList) {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(got); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s differs. Got:\n%s", file, b.String())
	}
}
