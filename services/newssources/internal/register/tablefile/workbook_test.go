package tablefile

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// workbook returns a file with a sheet that fill fills.
func workbook(t *testing.T, fill func(f *excelize.File) error) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	if err := fill(f); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWorkbook(t *testing.T) {
	data := workbook(t, func(f *excelize.File) error {
		day := time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)
		style, err := f.NewStyle(&excelize.Style{NumFmt: 14})
		return errors.Join(err,
			f.SetSheetRow("Sheet1", "A1", &[]any{"Outlet", "Feed", "Paused until", "Paid", "Tier"}),
			f.SetSheetRow("Sheet1", "A2", &[]any{"Daily", "https://d.example/1", day, true, 2}),
			f.SetSheetRow("Sheet1", "B3", &[]any{"https://d.example/2"}),
			f.SetCellStyle("Sheet1", "C2", "C2", style),
			f.MergeCell("Sheet1", "A2", "A3"),
			f.SetSheetRow("Sheet1", "A5", &[]any{"Weekly", "https://w.example/rss"}),
			f.SetCellValue("Sheet1", "E5", 3), f.SetCellFormula("Sheet1", "E5", "1+2"),
			func() error { _, err := f.NewSheet("Other"); return err }())
	})
	got, err := Read(t.Context(), "list.xlsx", data)
	if err != nil {
		t.Fatal(err)
	}
	want := "1: Outlet|Feed|Paused until|Paid|Tier\n2: Daily|https://d.example/1|2026-12-24|TRUE|2\n" +
		"3: Daily|https://d.example/2|||\n5: Weekly|https://w.example/rss|||3\n"
	if text := show(got); text != want || got.Format != XLSX {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "Sheet1") {
		t.Errorf("notes: %q", got.Notes)
	}
}

func TestHostileWorkbooks(t *testing.T) {
	last := workbook(t, func(f *excelize.File) error {
		return errors.Join(f.SetCellValue("Sheet1", "A1", "name"), f.SetCellValue("Sheet1", "XFD1", "url"),
			f.SetCellValue("Sheet1", "A2", "A"), f.SetCellValue("Sheet1", "XFD2", "https://a.example"))
	})
	if got, err := Read(t.Context(), "", last); err != nil || show(got) != "1: name|url\n2: A|https://a.example\n" {
		t.Errorf("the last column: %v", err)
	}
	macros := workbook(t, func(f *excelize.File) error {
		return errors.Join(f.SetSheetRow("Sheet1", "A1", &[]any{"name"}), f.SetSheetRow("Sheet1", "A2", &[]any{"A"}),
			f.AddVBAProject(append(bytes.Clone(compoundFile), "Sub Auto_Open()"...)))
	})
	if got, err := Read(t.Context(), "list.xlsm", macros); err != nil || show(got) != "1: name\n2: A\n" ||
		!bytes.Contains(macros, []byte("vbaProject.bin")) {
		t.Errorf("a workbook with macros: %v", err)
	}
	wide := workbook(t, func(f *excelize.File) error {
		cells := make([]any, 16_384)
		for i := range cells {
			cells[i] = i
		}
		return f.SetSheetRow("Sheet1", "A1", &cells)
	})
	var bomb bytes.Buffer
	archive := zip.NewWriter(&bomb)
	for _, name := range []string{"xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 80 {
			if _, err := w.Write(bytes.Repeat([]byte("<row/>"), 1<<18)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if bomb.Len() > 10<<20 {
		t.Fatalf("the bomb has %d bytes, more than an upload may have", bomb.Len())
	}
	var openDocument bytes.Buffer
	archive = zip.NewWriter(&openDocument)
	if _, err := archive.Create("content.xml"); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
		want Code
	}{
		{"16,384 columns", wide, TooWide},
		{"bomb", bomb.Bytes(), TooLarge},
		{"OpenDocument", openDocument.Bytes(), Unsupported},
		{"cut off", last[:len(last)/2], Binary},
		{"without rows", workbook(t, func(*excelize.File) error { return nil }), Empty},
	} {
		_, err := Read(t.Context(), "", c.data)
		if rejection, ok := errors.AsType[*Error](err); !ok || rejection.Code != c.want {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}
