;; The source of scan-program.ts: for each row the sum of its products with the query.
(module
  (memory (export "memory") 1)
  (func (export "scan") (param $query i32) (param $row i32) (param $count i32) (param $width i32) (param $out i32)
    (local $end i32) (local $q i32) (local $sum v128) (local $bytes v128)
    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $end (i32.add (local.get $row) (local.get $width)))
        (local.set $q (local.get $query))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (loop $columns
          (local.set $bytes (v128.load (local.get $row)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $q)))
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $q))))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (br_if $columns (i32.lt_u (local.get $row) (local.get $end))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows)))))
