package httpapi

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

// TestSpreadsheetProgram opens exported files in LibreOffice, changes a cell, saves them there, and imports
// them: that cell is the only change. Run it with `make test-spreadsheet`, which installs the program.
func TestSpreadsheetProgram(t *testing.T) {
	office := os.Getenv("SOFFICE")
	if office == "" {
		t.Skip("LibreOffice is used only by `make test-spreadsheet`")
	}
	a := newRig(t)
	editor := a.editor()
	editor.create("The Daily", `"country":"GB","languages":["en","cy"],"tier":1,"tags":["news","a;b"],`+
		`"notes":"=1+1\n\"quoted\", with a comma","endpoints":[`+
		`{"kind":"rss","url":"https://the-daily.example/rss","section":"007"},`+
		`{"kind":"sitemap","url":"https://the-daily.example/map"}]`)
	editor.create("الجريدة", `"country":"EG","languages":["ar"],"notes":"2024-01-02","paywall":"hard"`)
	editor.create("每日新聞 😀", `"country":"TW","languages":["zh-TW"],"notes":"1/2","media_type":"magazine"`)
	editor.create("1e5", `"notes":"+49 30 1234","region":"DE-BE","country":"DE","owner":"TRUE"`)
	editor.create("Forbidden", `"rights":"forbidden","rights_note":"@home","notes":"=SUM(A1)"`)

	// The program reads "1e5" in a CSV file as a number and "1/2" as a date. With the type 2 for all columns, it
	// keeps them as texts. The options are the separator, the quotation mark, UTF-8, the first line and the types of
	// columns (https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html).
	const csvFilter = "Text - txt - csv (StarCalc):44,34,76,1,"
	texts := make([]string, 200)
	for n := range texts {
		texts[n] = fmt.Sprintf("%d/2", n+1)
	}
	for format, filters := range map[string][2]string{
		"xlsx": {"", "xlsx"},
		"csv":  {csvFilter + strings.Join(texts, "/"), "csv:" + csvFilter},
	} {
		t.Run(format, func(t *testing.T) {
			p := spreadsheet{t, office, t.TempDir()}
			file := filepath.Join(p.folder, "list."+format)
			exported := editor.get("/newssources/export?format=" + format).want(http.StatusOK)
			must(t, os.WriteFile(file, exported.body, 0o600))
			// The flat format of OpenDocument is XML, in which a cell can be changed as text.
			flat := p.convert(file, "fods", filters[0])
			content, err := os.ReadFile(flat)
			must(t, err)
			const former, changed = ">The Daily<", ">The Daily Post<"
			if n := bytes.Count(content, []byte(former)); n != 1 {
				t.Fatalf("%d cells have the name", n)
			}
			must(t, os.WriteFile(flat, bytes.ReplaceAll(content, []byte(former), []byte(changed)), 0o600))
			saved, err := os.ReadFile(p.convert(flat, filters[1], ""))
			must(t, err)
			accepted := editor.post("/newssources/imports?filename=saved."+format, string(saved)).want(http.StatusAccepted)
			path := accepted.header.Get("Location")
			counts := into[api.Import](accepted).Counts
			if counts == nil || counts.Update != 1 || counts.Unchanged != 4 {
				t.Errorf("the counts are %+v", counts)
			}
			for _, r := range into[api.ImportTableRowPage](editor.get(path + "/table/rows").want(http.StatusOK)).Items {
				if r.Result == "update" && !strings.Contains(strings.Join(r.Cells, "|"), "The Daily Post") ||
					r.Result != "update" && r.Result != "unchanged" {
					t.Errorf("line %d is %s: %q", r.Line, r.Result, r.Cells)
				}
			}
			editor.do(http.MethodDelete, path, nil).want(http.StatusNoContent)
		})
	}
}

// spreadsheet runs LibreOffice with its settings in a folder.
type spreadsheet struct {
	t              *testing.T
	office, folder string
}

// convert opens a file with the input filter in, saves it with the output filter out, whose name begins with the
// extension, and returns the new file.
func (p spreadsheet) convert(file, out, in string) string {
	p.t.Helper()
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(p.folder, "profile")}
	if in != "" {
		args = append(args, "--infilter="+in)
	}
	folder := p.t.TempDir()
	run := exec.CommandContext(p.t.Context(), p.office, append(args, "--convert-to", out, "--outdir", folder, file)...)
	if printed, err := run.CombinedOutput(); err != nil {
		p.t.Fatalf("%v: %s", err, printed)
	}
	extension, _, _ := strings.Cut(out, ":")
	return filepath.Join(folder, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))+"."+extension)
}
